const shownCharacters = 300;

/** A user’s text on one line of a terminal: without control characters, which could steer it, and not too long. */
export function oneLine(text: string): string {
  const line = [...plainLine(text)];
  if (line.length <= shownCharacters) return line.join('');
  return `${line.slice(0, shownCharacters).join('')}…`;
}

/** A user’s text on one line of a terminal, whole. */
export function plainLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** Reads an argument that must be an id as the lists print it. Throws a sentence. */
export function listedId(text: string): string {
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return text.toLowerCase();
  throw new Error(`“${oneLine(text)}” is no id: copy one from the list`);
}

/** Reads an option that must say something. Throws a sentence that names it. */
export function words(name: string): (text: string) => string {
  return (text) => {
    if (text.trim() !== '') return text.trim();
    throw new Error(`--${name} must say something`);
  };
}
