"""What the phones that are let in are asked for: by the camera over the table, and by the tray."""
