"""The picture as a whole: is the table in sight, is it lit, mirrored, framed; drawings over it for people."""
