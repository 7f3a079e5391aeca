"""What is arranged before play: a match put together, a camera set up, a deck taught."""
