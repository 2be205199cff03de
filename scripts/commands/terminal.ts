const shownCharacters = 300;

/** Characters that could control a terminal or are not seen. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * Returns a user’s text for one line of a terminal: shortened, and without control characters, which could control the
 * terminal.
 */
export function oneLine(text: string): string {
  const line = [...plainLine(text)];
  if (line.length <= shownCharacters) return line.join('');
  return `${line.slice(0, shownCharacters).join('')}…`;
}

/** Returns a user’s text for one line of a terminal, not shortened. */
export function plainLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** Returns text of several lines without characters that could control the terminal. */
export function visibleLines(text: string): string {
  return text.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
}

/** Returns an id for a list so that it can be pasted into a shell: in quotes if a shell would not take it as one word. */
export function pasteable(id: string): string {
  if (/^[\p{Letter}\p{Number}_.:/@%+-]+$/u.test(id)) return id;
  if (!invisible.test(id)) return `'${id.replaceAll("'", String.raw`'\''`)}'`;
  const escaped = id.replace(/['\\]/g, String.raw`\$&`);
  return `$'${[...escaped].map((character) => (invisible.test(character) ? codeOf(character) : character)).join('')}'`;
}

function codeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return String.raw`\U${code.toString(16).padStart(8, '0')}`;
}

/** Prints rows in columns. The first `textColumns` columns are aligned to the left, the others to the right. */
export function printTable(rows: readonly (readonly string[])[], textColumns = Infinity): void {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((cells) => cells[at]?.length ?? 0)),
  );
  for (const cells of rows) {
    const padded = cells.map((cell, at) =>
      at < textColumns ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
    );
    console.log(padded.join('  ').trimEnd());
  }
}

/** Prints a line for each fact that is not `null`. */
export function printFacts(facts: Readonly<Record<string, string | null>>): void {
  for (const [name, value] of Object.entries(facts)) {
    if (value !== null) console.log(`${name}: ${value}`);
  }
}
