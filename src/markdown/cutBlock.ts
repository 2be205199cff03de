/** Most characters of a block that is parsed at once. */
const charactersAtMost = 8_000;

/** Most characters of the head of a table that is repeated in each part of the table. */
const headAtMost = 1_000;

const item = /^(?:[-*+]|\d{1,9}[.)])\s/;

/**
 * Cuts a long block at line breaks, a list before an item of its first level if possible. Each part of a table has the
 * head of the table. A single long line stays whole.
 */
export function cutBlock(source: string): string[] {
  if (source.length <= charactersAtMost) return [source];
  const lines = source.split('\n');
  const head = tableHead(lines);
  const starts = partStarts(lines, item.test(source) ? item : /^\S/);
  return starts.map((start, index) => {
    const part = lines.slice(start, starts[index + 1]).join('\n');
    return index === 0 ? part : head + part;
  });
}

/** Returns the indexes of the lines with which parts begin. `isGood` finds the lines before which a cut is best. */
function partStarts(lines: readonly string[], isGood: RegExp): number[] {
  const starts = [0];
  let characters = 0;
  let best: { line: number; characters: number } | undefined;
  for (const [index, line] of lines.entries()) {
    const last = starts.at(-1) ?? 0;
    if (characters + line.length > charactersAtMost && index > last) {
      starts.push(best?.line ?? index);
      characters -= best?.characters ?? characters;
      best = undefined;
    } else if (characters > charactersAtMost / 2 && isGood.test(line.slice(0, 20))) {
      best = { line: index, characters };
    }
    characters += line.length + 1;
  }
  return starts;
}

function tableHead([names = '', rule = '']: readonly string[]): string {
  const isTable = names.includes('|') && /^[\s|:-]*-[\s|:-]*$/.test(rule) && rule.includes('|');
  const head = `${names}\n${rule}\n`;
  return isTable && head.length <= headAtMost ? head : '';
}
