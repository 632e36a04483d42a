"""The database: schema, migrations, reads, and the writer that groups commits."""
