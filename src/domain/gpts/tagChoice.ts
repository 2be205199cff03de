import { foldText } from '#domain/texts/foldText.ts';

/** Whether a tag matches what was typed into the box above the list of tags. Case and accents do not matter. */
export function matchesTag(tag: string, typed: string): boolean {
  return foldText(tag).includes(foldText(typed.trim()));
}

/**
 * Returns the tag that Enter in the box takes: the one that was typed in full, else the only one that matches; `undefined`
 * if neither is in the list.
 */
export function findTypedTag(tags: readonly string[], typed: string): string | undefined {
  const name = typed.trim();
  if (name === '') return undefined;
  if (tags.includes(name)) return name;
  const folded = foldText(name);
  const matches = [...new Set(tags.filter((tag) => matchesTag(tag, name)))];
  const same = matches.find((tag) => foldText(tag) === folded);
  return same ?? (matches.length === 1 ? matches[0] : undefined);
}
