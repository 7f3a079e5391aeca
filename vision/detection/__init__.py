"""Where cards lie in a picture: the finder and what it hands on."""
