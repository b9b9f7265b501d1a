"""Web Push: messages to browsers whose page is not open, and the Atom feed."""
