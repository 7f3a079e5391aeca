"""Tracking: detections of many frames joined into tracks, and where to look next."""
