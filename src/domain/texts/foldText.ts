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

/** Scripts of India whose blocks in Unicode have the same letter at the same place, by the first code of the block. */
const indicBlocks = [0x0900, 0x0980, 0x0a80, 0x0b00, 0x0c00, 0x0c80, 0x0d00];

/** Places in such a block: a nasal letter, and the first and last consonant of its group. */
const nasalGroups = [
  [0x19, 0x15, 0x18],
  [0x1e, 0x1a, 0x1d],
  [0x23, 0x1f, 0x22],
  [0x28, 0x24, 0x27],
  [0x2e, 0x2a, 0x2d],
] as const;

/** The sign that drops a consonant's vowel, so that it joins the next consonant. */
const virama = 0x4d;
const candrabindu = 0x01;
const anusvara = 0x02;
const blockSize = 0x80;

/** A nasal letter before a consonant of its group, or the sign candrabindu: both are often written as an anusvara. */
const indicNasals = new RegExp(
  indicBlocks
    .flatMap((block) => {
      const at = (place: number) => String.fromCharCode(block + place);
      const groups = nasalGroups.map(
        ([nasal, first, last]) => `${at(nasal)}${at(virama)}(?=[${at(first)}-${at(last)}])`,
      );
      return [at(candrabindu), ...groups];
    })
    .join('|'),
  'g',
);

/** The dot below that Hindi adds to letters of other languages. People often leave it out. */
const nukta = /\u093c/g;

/** ASCII texts, for example most English ones, need no folding of marks. */
const onlyAscii = /^[\0-\x7f]*$/;

const unplainLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/**
 * Returns the spelling of a text for comparisons, the same on every machine: one width and style of letters (Unicode
 * NFKD), no accents, no upper case, no invisible characters (`Ｄà Nẵng` → `da nang`, `𝐁𝐨𝐥𝐝` → `bold`, `İ` → `i`,
 * `Straße` → `strasse`), one spelling of Indian nasals (`हिन्दी` → `हिंदी`). Folding twice has the same result as folding once. The result may be longer than `text`.
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
  return text
    .replace(ignored, '')
    .normalize('NFKD')
    .replace(marks, '')
    .replace(nukta, '')
    .replace(indicNasals, toAnusvara);
}

function toAnusvara(nasal: string): string {
  const code = nasal.charCodeAt(0);
  return String.fromCharCode(code - (code % blockSize) + anusvara);
}
