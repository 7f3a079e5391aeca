"""View: the picture as a whole. Is the table visible, is the light good, is it mirrored; drawings for people."""
