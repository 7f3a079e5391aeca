"""Where the app begins on Android: asks for the camera, then opens the window."""

from android.permissions import Permission, request_permissions

from companion.window.launch import main

request_permissions([Permission.CAMERA])
main()
