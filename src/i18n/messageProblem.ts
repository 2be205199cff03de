const maxCharacters = 2_000;

/**
 * Returns the problem of a replacement for a shipped text, as the end of a sentence that begins with the key. A replacement
 * must be plain text with the same values. Returns `undefined` if there is no problem.
 */
export function messageProblem(text: unknown, shipped: unknown): string | undefined {
  if (typeof shipped !== 'string') return 'is no key of that file';
  if (typeof text !== 'string') return 'is no text';
  if (text.trim() === '') return 'is empty';
  if (text.length > maxCharacters) return `is over ${maxCharacters} characters`;
  if (/<\/?[a-z!]/i.test(text)) return 'has markup, which would be shown as it is written';
  if (/\p{Cc}/u.test(text)) return 'has a line break or another control character';
  if (/\$t\(/.test(text)) return 'has “$t(”, which would be taken for another message';
  if (/\{\{|\}\}/.test(text.replace(/\{\{\w+\}\}/g, ''))) {
    return 'has a placeholder that is not written as {{name}}';
  }
  return valuesProblem(valuesIn(text), valuesIn(shipped));
}

/** Returns the names of the placeholders (`{{name}}`) in a text, sorted and without duplicates. */
export function valuesIn(text: string): string[] {
  const names = [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name);
  return [...new Set(names)].toSorted();
}

function valuesProblem(own: readonly string[], requested: readonly string[]): string | undefined {
  const braced = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(', ');
  const lacking = requested.filter((name) => !own.includes(name));
  if (lacking.length > 0) return `lacks ${braced(lacking)}`;
  const strange = own.filter((name) => !requested.includes(name));
  return strange.length > 0 ? `has ${braced(strange)}, which it is not given` : undefined;
}
