import { dropOverrides } from '#domain/texts/text.ts';

/** Longest name, in characters. Names are shown in one line next to reviews. */
export const nameMaxCharacters = 40;

/** Bytes of the largest accepted picture file. */
export const pictureMaxBytes = 2_000_000;

/** Pixels of each side of a stored picture. */
export const pictureSide = 256;

/** The picture of accounts without one. */
export const defaultPicture = '/avatar.png';

/** Returns a name for storing: one line, single spaces, without invisible and direction characters. */
export function cleanName(name: string): string {
  return dropOverrides(name.normalize('NFC'))
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\u200b\u2060\ufeff]/gu, '')
    .trim();
}

/** Returns the message key of a name's problem; `undefined` for a valid name. */
export function nameProblem(name: string): 'EmptyName' | 'LongName' | 'AddressName' | undefined {
  const clean = cleanName(name);
  if (clean === '') return 'EmptyName';
  if (Array.from(clean).length > nameMaxCharacters) return 'LongName';
  // Names are public next to reviews. An e-mail address must not be published by mistake.
  return /\S@\S+\.\S/.test(clean) ? 'AddressName' : undefined;
}
