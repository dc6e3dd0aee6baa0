// CSV as the program writes and reads it (RFC 4180, UTF-8 with a byte order mark), and what a spreadsheet pastes.

/** The rows of a text, each a list of cells. */
export function rowsOf(text, separator = ",") {
  const rows = [[]];
  const field = separator === "," ? /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/gy : /("(?:[^"]|"")*"|[^"\t\r\n]*)(\t|\r?\n|$)/gy;
  const body = text.replace(/^\ufeff/, "");
  for (field.lastIndex = 0; field.lastIndex < body.length; ) {
    const match = field.exec(body);
    if (!match) throw new Error(`no CSV: ${body.slice(field.lastIndex ?? 0, 80)}`);
    rows.at(-1).push(match[1].startsWith('"') ? match[1].slice(1, -1).replaceAll('""', '"') : match[1]);
    if (match[2] !== separator) rows.push([]);
    else if (field.lastIndex === body.length) rows.at(-1).push("");
  }
  if (rows.at(-1).length === 0) rows.pop();
  return rows;
}

/** The text of rows. */
export function textOf(rows) {
  const cell = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return "\ufeff" + rows.map((row) => row.map(cell).join(",") + "\r\n").join("");
}

/** Fills cells of the row with this id, by the headings of their columns. */
export function fill(rows, id, cells) {
  const row = rows.find((row) => row.includes(id));
  if (!row) throw new Error(`no row ${id}`);
  for (const [heading, text] of Object.entries(cells)) {
    const column = rows[0].indexOf(heading);
    if (column < 0) throw new Error(`no column ${heading}`);
    row[column] = text;
  }
}
