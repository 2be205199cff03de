import { type Fence, fenceOf, fencesAfter } from '#markdown/fences.ts';

/** Most characters of a block that is parsed at once. */
const charactersAtMost = 8_000;

/** Most characters of what is repeated in each part: the head of a table, the line that opens code. */
const headAtMost = 1_000;

const item = /^(?:[-*+]|\d{1,9}[.)])\s/;

/**
 * Cuts a long block at line breaks, a list before an item of its first level if possible. Each part of a table has the
 * head of the table, and each part of code in a list the line that opens the code. A single long line stays whole.
 */
export function cutBlock(source: string): string[] {
  if (source.length <= charactersAtMost) return [source];
  const lines = source.split('\n');
  const head = tableHead(lines);
  const starts = partStarts(lines, item.test(source) ? item : /^\S/);
  return starts.map(({ line, fence }, index) => {
    const part = lines.slice(line, starts[index + 1]?.line).join('\n');
    if (index === 0) return part;
    return (fence ? openingLine(fence) : head) + part;
  });
}

/** The line with which a part begins, and the fence of the code in which it is. */
type PartStart = { line: number; fence?: Fence | undefined };

/** Returns where parts begin. `isGood` finds the lines before which a cut is best. */
function partStarts(lines: readonly string[], isGood: RegExp): PartStart[] {
  const starts: PartStart[] = [{ line: 0 }];
  let characters = 0;
  let best: { line: number; characters: number } | undefined;
  let fences: readonly Fence[] = [];
  for (const [index, line] of lines.entries()) {
    const last = starts.at(-1)?.line ?? 0;
    if (characters + line.length > charactersAtMost && index > last) {
      starts.push(best ? { line: best.line } : { line: index, fence: fences[0] });
      characters -= best?.characters ?? characters;
      best = undefined;
    } else if (
      fences.length === 0 &&
      characters > charactersAtMost / 2 &&
      isGood.test(line.slice(0, 20))
    ) {
      best = { line: index, characters };
    }
    characters += line.length + 1;
    const opened = fences.length === 0 ? fenceOf(line) : undefined;
    const around = { before: lines[index - 1], after: lines[index + 1] };
    fences = opened ? [opened] : fencesAfter(fences, line, around);
  }
  return starts;
}

/** Returns the line that opens a fence again. Deeper blanks would make it a line of code. */
function openingLine({ mark, length, info, indent }: Fence): string {
  if (length + info.length > headAtMost) return '';
  return `${' '.repeat(Math.min(indent, 3))}${mark.repeat(length)}${info}\n`;
}

function tableHead([names = '', rule = '']: readonly string[]): string {
  const isTable = names.includes('|') && /^[\s|:-]*-[\s|:-]*$/.test(rule) && rule.includes('|');
  const head = `${names}\n${rule}\n`;
  return isTable && head.length <= headAtMost ? head : '';
}
