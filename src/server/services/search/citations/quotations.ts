import { foldText } from '#domain/texts/foldText.ts';

/** Texts in quotation marks. A straight mark opens before a word and closes after one. */
const patterns: readonly RegExp[] = [
  /(?<=^|[\s([（])"(?=\S)([^"\n]{3,600})(?<=\S)"(?!\p{L})/gu,
  /„([^“”„\n]{3,600})[“”]/gu,
  /(?<!„[^“”\n]{0,600})“([^“”\n]{3,600})”/gu,
  /«\s?([^«»\n]{3,600}?)\s?»/gu,
  /»([^«»\n]{3,600})«/gu,
  /(?<=^|[\s([（])‘(?=\S)([^‘\n]{3,600}?)’(?!\p{L})/gu,
  /(?<=^|[\s([（])'(?=\S)([^'\n]{3,600})(?<=\S)'(?!\p{L})/gu,
  /‹\s?([^‹›\n]{3,600}?)\s?›/gu,
  /「([^「」\n]{3,600})」/gu,
  /『([^『』\n]{3,600})』/gu,
];

const fewestWords = 2;
const fewestWide = 4;

/** Returns the texts in quotation marks that say more than a word, normalised. Omissions and insertions divide them. */
export function quotationsIn(text: string): string[] {
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''))
    .flatMap((quotation) => quotation.split(/\s*(?:\[[^\]\n]{1,60}\]|\[?(?:…|\.{3})\]?)\s*/u))
    .map(comparable)
    .filter((quotation) => {
      const wide = quotation.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu);
      return quotation.split(' ').length >= fewestWords || (wide?.length ?? 0) >= fewestWide;
    });
}

/** Returns a text without case, accents and punctuation. */
export function comparable(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}
