"""Types of the wire, written by `npm run sdk` from the documents of the service."""
