# Rules for everything that people write: code, scripts, documents, scenarios.

function error(text) { printf "%s:%d: error: %s\n", FILENAME, FNR, text }

# Whether $0 holds the word as a word of its own.
function has_word(word) { return (" " $0 " ") ~ ("[^A-Za-z0-9_]" word "[^A-Za-z0-9_]") }

BEGIN { split("TO" "DO FIX" "ME XX" "X HA" "CK", unfinished, " ") }

{
  for (i in unfinished) if (has_word(unfinished[i])) error("'" unfinished[i] "': finish it, or write an issue")
}

(" " $0) ~ /[^A-Za-z0-9_.~\/-]\/(work|root|home)\/[A-Za-z0-9_.]/ { error("a path of one developer's machine") }
