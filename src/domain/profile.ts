import { dropOverrides } from '#domain/text.ts';

/** Characters of the longest name; it stands in one line beside reviews. */
export const nameMaxCharacters = 40;

/** Bytes of the largest file that a picture is made of. */
export const pictureMaxBytes = 2_000_000;

/** Pixels of each side of a picture as it is kept. */
export const pictureSide = 256;

/** The picture of an account that has none of its own. */
export const defaultPicture = '/avatar.png';

/** A name as it is kept: one line, its spaces single, without characters that are not seen or turn the direction. */
export function cleanName(name: string): string {
  return dropOverrides(name.normalize('NFC'))
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\u200b\u2060\ufeff]/gu, '')
    .trim();
}

/** The message key of what is wrong with a name, or `undefined`. */
export function nameProblem(name: string): 'EmptyName' | 'LongName' | 'AddressName' | undefined {
  const clean = cleanName(name);
  if (clean === '') return 'EmptyName';
  if (Array.from(clean).length > nameMaxCharacters) return 'LongName';
  // A name is public beside reviews; an address must not become so by mistake.
  return /\S@\S+\.\S/.test(clean) ? 'AddressName' : undefined;
}
