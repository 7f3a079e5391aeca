"""Where pictures come from: live cameras, films, folders; tried again when they are lost. No cards here."""
