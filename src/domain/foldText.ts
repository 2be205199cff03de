/** Cannot be seen and must not part words: joiners, marks of direction, soft hyphens; and signs that only decorate. */
const passedOver = /[\p{Cf}™℠®©]/gu;

/**
 * Accents and other marks on letters, where the letter without them is what people type: Latin, Greek, Cyrillic, Hebrew
 * points, Arabic vowels and the Tatweel, the colour of an emoji. Not the marks of Indic scripts, which are vowels.
 */
const marks = new RegExp(
  String.raw`[\p{M}&&[\u0300-\u036f\u0480-\u048f\u0590-\u06ff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe2f]]|\u0640`,
  'gv',
);

/** Letters that Unicode does not take apart, and what people type for them. */
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

/** Most texts of most languages of programs, and of English: nothing is to be taken off. */
const onlyAscii = /^[\0-\x7f]*$/;

const unplainLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/**
 * The one spelling under which texts are compared, the same on every machine: one width and style of letters (Unicode
 * NFKD), no accents, no upper case, nothing invisible (`Ｄà Nẵng` → `da nang`, `𝐁𝐨𝐥𝐝` → `bold`, `İ` → `i`, `Straße` →
 * `strasse`). Folded again, it stays as it is. It may be longer than `text`.
 */
export function foldText(text: string): string {
  if (onlyAscii.test(text)) return text.toLowerCase();
  return withoutMarks(text)
    .toLowerCase()
    .replace(unplainLetters, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC');
}

/** As `foldText`, but upper case stays, for those who look at it. */
export function foldMarks(text: string): string {
  if (onlyAscii.test(text)) return text;
  return withoutMarks(text).normalize('NFC');
}

function withoutMarks(text: string): string {
  return text.replace(passedOver, '').normalize('NFKD').replace(marks, '');
}
