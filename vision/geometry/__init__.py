"""Geometry of cards in a picture: corners, edges, and the table's plane in millimetres."""
