/** Characters that folding removes: invisible ones (joiners, direction marks, soft hyphens) and decorative signs. */
const ignored = /[\p{Cf}™℠®©]/gu;

/**
 * Accents and other marks that people often leave out when they type: Latin, Greek, Cyrillic, Hebrew points, Arabic vowels
 * and the Tatweel, the skin colour of an emoji. The marks of Indic scripts are vowels, so they stay.
 */
const marks = new RegExp(
  String.raw`[\p{M}&&[\u0300-\u036f\u0480-\u048f\u0590-\u06ff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe2f]]|\u0640`,
  'gv',
);

/** Letters that Unicode does not decompose, and the letters that people type for them. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ĸ: 'k',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
};

/** ASCII texts, for example most English ones, need no folding of marks. */
const onlyAscii = /^[\0-\x7f]*$/;

const unplainLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/**
 * Returns the spelling of a text for comparisons, the same on every machine: one width and style of letters (Unicode
 * NFKD), no accents, no upper case, no invisible characters (`Ｄà Nẵng` → `da nang`, `𝐁𝐨𝐥𝐝` → `bold`, `İ` → `i`,
 * `Straße` → `strasse`). Folding twice has the same result as folding once. The result may be longer than `text`.
 */
export function foldText(text: string): string {
  if (onlyAscii.test(text)) return text.toLowerCase();
  return withoutMarks(text)
    .toLowerCase()
    .replace(unplainLetters, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC');
}

/** Like `foldText`, but keeps upper case, for callers that use it to split words. */
export function foldMarks(text: string): string {
  if (onlyAscii.test(text)) return text;
  return withoutMarks(text).normalize('NFC');
}

function withoutMarks(text: string): string {
  return text.replace(ignored, '').normalize('NFKD').replace(marks, '');
}
