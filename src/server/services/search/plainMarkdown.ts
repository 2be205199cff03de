/**
 * Returns the text of a post's Markdown without links, pictures and markup. Leaves out paragraphs with `{{…}}`, because
 * the configuration decides whether they are shown.
 */
export function plainMarkdown(markdown: string): string {
  return markdown
    .split(/\n{2,}/)
    .filter((paragraph) => !paragraph.includes('{{'))
    .map(plainParagraph)
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

function plainParagraph(paragraph: string): string {
  return paragraph.split('\n').map(plainLine).join('\n').trim();
}

/** Every expression reads a character a limited number of times, because `\s*` before a sign takes quadratic time. */
function plainLine(line: string): string {
  const text = line
    .replace(/!\[([^\]]{0,300})\]\([^)]{0,2000}\)/g, '$1')
    .replace(/\[([^\]]{0,300})\]\([^)]{0,2000}\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|[-*+>])\s+/, '')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/(?<![\w*])[*_]([^*_]+)[*_](?![\w*])/g, '$1')
    .replace(/`([^`]+)`/g, '$1');
  return text.includes('|') ? plainRow(text.trim()) : text;
}

/** Returns the cells of a table's row; nothing for the line below its head. */
function plainRow(row: string): string {
  if (/^[\s|:-]+$/.test(row)) return '';
  const cells = row.split('|').map((cell) => cell.trim());
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells.join(' – ');
}
