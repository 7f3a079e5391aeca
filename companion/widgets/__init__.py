"""The parts of the app's screens. Each ``.py`` has its ``.kv`` beside it and can be used alone."""
