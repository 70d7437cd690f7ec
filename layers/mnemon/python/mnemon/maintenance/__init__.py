"""Work that follows the writes: indexing, re-indexing, access counts, audit."""
