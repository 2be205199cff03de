const fence = /^ {0,3}(`{3,}|~{3,})/;
const listItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)])\s/;
const definition = /^ {0,3}\[[^\]]+\]:\s*\S+/;

/**
 * Splits Markdown at blank lines into blocks that can be parsed apart: fenced code and lists stay whole. Appending to
 * the text changes the last block only (and adds more), unless a link definition appears, which all blocks need.
 */
export function splitBlocks(text: string): string[] {
  const blocks: string[][] = [];
  const definitions: string[] = [];
  let open: string | undefined;
  let afterBlank = true;
  for (const line of text.split('\n')) {
    const marker = fence.exec(line)?.[1];
    const blank = open === undefined && line.trim() === '';
    if (open === undefined && definition.test(line)) definitions.push(line);
    if (blank) afterBlank = true;
    const goesOn = !afterBlank || blank || continues(blocks.at(-1), line);
    if (goesOn && blocks.length > 0) blocks.at(-1)?.push(line);
    else if (!blank) blocks.push([line]);
    if (!blank) afterBlank = false;
    if (open === undefined) open = marker;
    else if (marker?.startsWith(open) && line.trim() === marker) open = undefined;
  }
  const known = definitions.length > 0 ? `\n\n${definitions.join('\n')}` : '';
  return blocks.map((lines) => lines.join('\n').trimEnd() + known);
}

/** Whether a line after a blank one still belongs to the block before: indented, or the next item of its list. */
function continues(block: readonly string[] | undefined, line: string): boolean {
  const isList = block !== undefined && listItem.test(block[0] ?? '');
  return isList && (listItem.test(line) || /^\s+\S/.test(line));
}
