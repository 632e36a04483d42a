"""The database: schema, migrations, reads, and the writer that groups commits."""

from tavolino.extras import require

require("server")
