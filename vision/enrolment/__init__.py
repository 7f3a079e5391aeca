"""Enrolment: a deck is learnt from photographs of its cards, and then read better."""
