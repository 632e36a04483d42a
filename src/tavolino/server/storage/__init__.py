"""The database: schema, migrations, reading, and the writer that groups commits."""
