/** A number that is written in words, with its place in the text. */
export type WordNumber = { written: string; value: number; index: number; end: number };

const english = {
  ones: 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  tens: 'twenty thirty forty fifty sixty seventy eighty ninety',
};
const german = {
  ones: 'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
  tens: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
};
const french = {
  ones: 'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
  tens: 'vingt trente quarante cinquante soixante',
};
const vietnamese = 'không một hai ba bốn năm sáu bảy tám chín mười';
const korean = '하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉 열';

/** Words that mostly mean something else: articles, `neuf` (new), `sept.` (September), `năm` (year), `ba`, `chín`. */
const ambiguous = new Set(
  `one ein eine einen einem einer eines un une một sept neuf cent năm ba chín null zero zéro không
  first second third fourth fifth sixth seventh eighth ninth tenth half quarter dozen twice once
  erste ersten zweite zweiten dritte dritten halb hälfte dutzend doppelt moitié douzaine double 하나 한`.split(
    /\s+/,
  ),
);

const others: Readonly<Record<string, number>> = {
  eine: 1,
  einen: 1,
  einem: 1,
  einer: 1,
  eines: 1,
  eins: 1,
  une: 1,
  once: 1,
  twice: 2,
  double: 2,
  doppelt: 2,
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  erste: 1,
  ersten: 1,
  zweite: 2,
  zweiten: 2,
  dritte: 3,
  dritten: 3,
  half: 0.5,
  halb: 0.5,
  dozen: 12,
  dutzend: 12,
  douzaine: 12,
  dreissig: 30,
  한: 1,
  두: 2,
  세: 3,
  네: 4,
  스무: 20,
  스물: 20,
  서른: 30,
};

const values = new Map<string, number>(Object.entries(others));
addEnglish();
addGerman();
addFrench();
addVietnamese();
korean.split(' ').forEach((word, index) => values.set(word, index + 1));
for (let one = 1; one < 10; one += 1) values.set(`열${korean.split(' ')[one - 1] ?? ''}`, 10 + one);
values.set('열두', 12).set('열세', 13).set('열네', 14);

/** Most words of a number, such as `nine hundred and ninety-nine`. */
const mostWords = 6;
const word = /\p{L}+/gu;
const between = /^(?:[ \u00a0]|-)$/;

/**
 * Returns the numbers that are written in words. Ambiguous words, such as `one`, are returned only if `all` is true: they
 * support a number, but do not state one.
 */
export function wordNumbersIn(text: string, all: boolean): WordNumber[] {
  const words = [...text.matchAll(word)].map((match) => ({
    text: match[0].toLowerCase(),
    index: match.index,
    end: match.index + match[0].length,
  }));
  const found: WordNumber[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const longest = longestAt(words, at, text);
    if (!longest) continue;
    const written = text.slice(longest.index, longest.end);
    at += longest.count - 1;
    if (!all && ambiguous.has(written.toLowerCase())) continue;
    found.push({ written, value: longest.value, index: longest.index, end: longest.end });
  }
  return found;
}

type Word = { text: string; index: number; end: number };

function longestAt(words: readonly Word[], at: number, text: string) {
  const first = words[at];
  if (!first || !starts.has(first.text)) return undefined;
  let key = first.text;
  let found: { value: number; index: number; end: number; count: number } | undefined;
  for (let count = 1; count <= mostWords; count += 1) {
    const last = words[at + count - 1];
    const before = words[at + count - 2];
    if (!last) break;
    if (before && !between.test(text.slice(before.end, last.index))) break;
    if (count > 1) key += ` ${last.text}`;
    const value = values.get(key);
    if (value !== undefined) found = { value, index: first.index, end: last.end, count };
  }
  return found;
}

function addEnglish(): void {
  const small = belowHundred(english, (tens, one) => `${tens} ${one}`);
  small.forEach((name, value) => values.set(name, value));
  for (let hundreds = 1; hundreds < 10; hundreds += 1) {
    const name = `${small[hundreds] ?? ''} hundred`;
    values.set(name, hundreds * 100);
    small.slice(1).forEach((rest, index) => {
      values.set(`${name} ${rest}`, hundreds * 100 + index + 1);
      values.set(`${name} and ${rest}`, hundreds * 100 + index + 1);
    });
  }
}

function addGerman(): void {
  const small = belowHundred(german, (tens, one) => `${one}und${tens}`);
  small.forEach((name, value) => values.set(name, value));
  for (let hundreds = 1; hundreds < 10; hundreds += 1) {
    const name = `${small[hundreds] ?? ''}hundert`;
    values.set(name, hundreds * 100);
    small
      .slice(1)
      .forEach((rest, index) => values.set(`${name}${rest}`, hundreds * 100 + index + 1));
  }
  values.set('hundert', 100);
}

function addFrench(): void {
  const ones = french.ones.split(' ').map((name) => name.replace('-', ' '));
  const tens = french.tens.split(' ');
  const small = ones.slice(0, 20);
  for (let value = 20; value < 100; value += 1) {
    const base = value >= 80 ? 80 : value >= 60 ? 60 : Math.floor(value / 10) * 10;
    const rest = value - base;
    const name = base === 80 ? 'quatre vingt' : (tens[base / 10 - 2] ?? '');
    const joined = (rest === 1 || rest === 11) && base < 80 ? ' et ' : ' ';
    small[value] =
      rest === 0 ? `${name}${base === 80 ? 's' : ''}` : `${name}${joined}${ones[rest] ?? ''}`;
  }
  small.forEach((name, value) => values.set(name, value));
  for (let hundreds = 1; hundreds < 10; hundreds += 1) {
    const name = hundreds === 1 ? 'cent' : `${small[hundreds] ?? ''} cent`;
    values.set(name, hundreds * 100).set(`${name}s`, hundreds * 100);
    small
      .slice(1)
      .forEach((rest, index) => values.set(`${name} ${rest}`, hundreds * 100 + index + 1));
  }
}

function addVietnamese(): void {
  const ones = vietnamese.split(' ');
  ones.forEach((name, value) => values.set(name, value));
  for (let tens = 1; tens < 10; tens += 1) {
    const name = tens === 1 ? 'mười' : `${ones[tens] ?? ''} mươi`;
    values.set(name, tens * 10);
    const last = [
      '',
      tens === 1 ? 'một' : 'mốt',
      'hai',
      'ba',
      'bốn',
      'lăm',
      'sáu',
      'bảy',
      'tám',
      'chín',
    ];
    last.forEach((one, value) => {
      if (one !== '') values.set(`${name} ${one}`, tens * 10 + value);
    });
  }
}

function belowHundred(
  names: { ones: string; tens: string },
  join: (tens: string, one: string) => string,
): string[] {
  const ones = names.ones.split(' ');
  const tens = names.tens.split(' ');
  return Array.from({ length: 100 }, (_, value) => {
    if (value < 20) return ones[value] ?? '';
    const ten = tens[Math.floor(value / 10) - 2] ?? '';
    return value % 10 === 0 ? ten : join(ten, ones[value % 10] ?? '');
  });
}

const starts = new Set([...values.keys()].map((key) => key.split(' ', 1)[0] ?? ''));
