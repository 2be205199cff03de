import { foldText } from '#domain/texts/foldText.ts';

/** Whether a tag matches what was typed into the box above the list of tags. Case and accents do not matter. */
export function matchesTag(tag: string, typed: string): boolean {
  return foldText(tag).includes(foldText(typed.trim()));
}

/** Returns the position of the tag that was typed in full, or -1. */
export function findTypedTag(tags: readonly string[], typed: string): number {
  const exact = tags.indexOf(typed.trim());
  const folded = foldText(typed.trim());
  return exact === -1 ? tags.findIndex((tag) => foldText(tag) === folded) : exact;
}
