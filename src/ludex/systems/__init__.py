"""Rule systems, one folder each. They never import one another, the table or a front end."""
