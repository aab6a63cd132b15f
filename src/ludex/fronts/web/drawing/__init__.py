"""From views to HTML: what each part looks like, where it stands, how deeds are spoken of. No requests, no sockets."""
