"""Pure text analysis: normalisation, small talk, time words, statements and the attributes they set."""
