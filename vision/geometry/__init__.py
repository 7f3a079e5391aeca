"""The geometry of cards in a picture: four corners, their edges, the table's plane in millimetres."""
