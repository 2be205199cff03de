import { marked } from 'marked';

/** Returns the URLs of the images in a Markdown text, in their order. */
export function imagesIn(markdown: string): string[] {
  if (!markdown.includes('![')) return [];
  const found: string[] = [];
  void marked.walkTokens(marked.lexer(markdown), (token) => {
    if (token.type === 'image') found.push(String(token['href']));
  });
  return found;
}
