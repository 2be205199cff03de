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
  return paragraph
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\|[\s|:-]+\|$/gm, '')
    .replace(/^\s*#{1,6}\s+/gm, '')
    .replace(/^\s*(?:[-*+]|>)\s+/gm, '')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/(?<![\w*])[*_]([^*_\n]+)[*_](?![\w*])/g, '$1')
    .replace(/`([^`]+)`/g, '$1')
    .replace(/^\|\s*|\s*\|$/gm, '')
    .replace(/\s*\|\s*/g, ' – ')
    .trim();
}
