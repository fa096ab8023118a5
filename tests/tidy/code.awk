# Rules for code and scripts of every language: blanks and size.

function error(line, text) { printf "%s:%d: error: %s\n", file, line, text }

function end_of_file() {
  if (lines > 500) error(500, "a file of " lines " lines; 500 are the limit: is it one idea?")
}

FNR == 1 { if (file != "") end_of_file(); file = FILENAME }
{ lines = FNR }

/[ \t]$/ { error(FNR, "trailing blanks") }
/\t/ { error(FNR, "a tab; blanks indent here") }

{
  characters = $0
  gsub(/[\200-\277]/, "", characters)  # bytes that continue a UTF-8 character
  if (length(characters) > 140) error(FNR, "a line of " length(characters) " characters; 140 are the limit")
}

END { if (file != "") end_of_file() }
