"""Cameras: live ones, films and folders of pictures. They know nothing of playing cards."""
