import { invalidField } from '#server/inputChecks.ts';

const idsAtMost = 100;

/** Reads percent-encoded ids joined by commas, without duplicates or NUL. Throws `invalid_input`. */
export function readIds(list: string): string[] {
  const parts = list.split(',').filter((part) => part !== '');
  if (parts.length > idsAtMost)
    throw invalidField('ids', `must be at most ${idsAtMost} ids`, 'query');
  try {
    return [...new Set(parts.map((part) => decodeURIComponent(part).replaceAll('\0', '')))];
  } catch {
    throw invalidField('ids', 'must be percent-encoded ids, joined by commas', 'query');
  }
}
