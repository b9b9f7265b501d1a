"""The database: connection, schema, queries, failures."""
