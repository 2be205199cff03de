const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes a text for XML elements and attributes. */
export function escapeXml(text: string): string {
  return xmlCharacters(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Removes the characters that XML 1.0 forbids even in escaped form (production 2, `Char`). */
export function xmlCharacters(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '')
  );
}
