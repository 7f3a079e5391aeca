"""Detection: where cards lie in a picture."""
