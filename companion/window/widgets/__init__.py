"""The parts that several screens share. Each ``.py`` has its ``.kv`` beside it."""
