"""The window: the only part that knows Kivy. One folder a screen, and the widgets they share."""
