"""The app's screens, each a ``.py`` with its ``.kv`` beside it."""
