"""Lines and deeds: what people type becomes what a desk does, and what comes of it becomes text in their language."""
