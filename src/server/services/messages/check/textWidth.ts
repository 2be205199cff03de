const fullWidth =
  /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/;

/**
 * Widths of characters in em, as the widest of the faces in `tokens.css` has them (Segoe UI, Roboto, Noto Sans): those
 * of a class are set to its wider ones, so that a text that fits by this table fits in every one.
 */
const widths: readonly [characters: RegExp, em: number][] = [
  [fullWidth, 1],
  [/[ ,.:;'’‘|!·ijlI\u00a0\u202f]/, 0.28],
  [/[()[\]{}„“”"/\\\-‐frt1]/, 0.37],
  [/[mwMW@%…—]/, 0.88],
  [/[A-Z&#–+=<>]/, 0.66],
];
const otherwise = 0.56;

/** What stands where a value is filled in: three digits or letters. */
const valueWidth = 3 * otherwise;

/** The width of a text on one line, in em, estimated. Accents take no room of their own. */
export function textWidth(text: string): number {
  const values = text.match(/\{\{\w+\}\}/g)?.length ?? 0;
  const letters = [...text.replace(/\{\{\w+\}\}/g, '').normalize('NFC')];
  const sum = letters.reduce((total, letter) => total + widthOf(letter), values * valueWidth);
  return Math.round(sum * 10) / 10;
}

function widthOf(letter: string): number {
  const base = fullWidth.test(letter) ? letter : (letter.normalize('NFD')[0] ?? letter);
  return widths.find(([characters]) => characters.test(base))?.[1] ?? otherwise;
}
