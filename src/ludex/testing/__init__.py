"""Published test tools: the conformance runner. Third-party systems use it for their own vectors."""
