/** Returns a code block with a fence that is longer than every fence in the code; empty for no code. */
export function fenced(code: string, language: string): string {
  if (code === '') return '';
  let fence = '```';
  for (const [ticks] of code.matchAll(/`{3,}/g))
    if (ticks.length >= fence.length) fence = `${ticks}\``;
  return `${fence}${language}\n${code}\n${fence}`;
}

/** Returns the lines as a quotation. */
export function quoted(...texts: readonly string[]): string {
  const lines = texts.filter((text) => text !== '');
  return lines.join('\n').replace(/^/gm, '> ');
}
