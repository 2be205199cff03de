const form = /^([a-z]+)\/([0-9a-z][0-9a-z-]*)$/;

/** Whether a text is a key of the media store. */
export function isKey(text: string): boolean {
  return form.test(text);
}

/** Returns the two parts of a key. Throws for anything else, so that no key leads out of its folder. */
export function partsOfKey(key: string): { kind: string; id: string } {
  const [, kind, id] = form.exec(key) ?? [];
  if (kind === undefined || id === undefined)
    throw new Error(`${key} is no key of the media store`);
  return { kind, id };
}
