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
export const ambiguous = new Set(
  `one ein eine einen einem einer eines un une một sept neuf cent năm ba chín null zero zéro không
  first second third fourth fifth sixth seventh eighth ninth tenth half quarter quarters viertel quart quarts thirds drittel tiers fifths fünftel dozen twice once
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
  quarter: 4,
  quarters: 4,
  viertel: 4,
  quart: 4,
  quarts: 4,
  third: 3,
  thirds: 3,
  drittel: 3,
  tiers: 3,
  fifths: 5,
  fünftel: 5,
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

/** Ordinals support a number, such as `19th century`, but do not state one. */
const ordinals: readonly (readonly [number, string])[] = [
  [11, 'eleventh elften onzième'],
  [12, 'twelfth zwölften douzième'],
  [13, 'thirteenth dreizehnten treizième'],
  [14, 'fourteenth vierzehnten quatorzième'],
  [15, 'fifteenth fünfzehnten quinzième'],
  [16, 'sixteenth sechzehnten seizième'],
  [17, 'seventeenth siebzehnten'],
  [18, 'eighteenth achtzehnten'],
  [19, 'nineteenth neunzehnten'],
  [20, 'twentieth zwanzigsten vingtième'],
];

/** The numbers below a thousand by their names, in small letters and without hyphens. */
export const numberNames = new Map<string, number>(Object.entries(others));
for (const [value, words] of ordinals) {
  for (const ordinal of words.split(' ')) {
    numberNames.set(ordinal, value);
    ambiguous.add(ordinal);
  }
}
addEnglish();
addGerman();
addFrench();
addVietnamese();
korean.split(' ').forEach((word, index) => numberNames.set(word, index + 1));
for (let one = 1; one < 10; one += 1)
  numberNames.set(`열${korean.split(' ')[one - 1] ?? ''}`, 10 + one);
numberNames.set('열두', 12).set('열세', 13).set('열네', 14);

function addEnglish(): void {
  const small = belowHundred(english, (tens, one) => `${tens} ${one}`);
  small.forEach((name, value) => numberNames.set(name, value));
  for (let hundreds = 1; hundreds < 10; hundreds += 1) {
    const name = `${small[hundreds] ?? ''} hundred`;
    numberNames.set(name, hundreds * 100);
    small.slice(1).forEach((rest, index) => {
      numberNames.set(`${name} ${rest}`, hundreds * 100 + index + 1);
      numberNames.set(`${name} and ${rest}`, hundreds * 100 + index + 1);
    });
  }
  // “Twelve hundred”.
  for (let hundreds = 11; hundreds < 20; hundreds += 1) {
    numberNames.set(`${small[hundreds] ?? ''} hundred`, hundreds * 100);
  }
}

function addGerman(): void {
  const small = belowHundred(german, (tens, one) => `${one}und${tens}`);
  small.forEach((name, value) => numberNames.set(name, value));
  for (let hundreds = 1; hundreds < 10; hundreds += 1) {
    const name = `${small[hundreds] ?? ''}hundert`;
    numberNames.set(name, hundreds * 100);
    small
      .slice(1)
      .forEach((rest, index) => numberNames.set(`${name}${rest}`, hundreds * 100 + index + 1));
  }
  numberNames.set('hundert', 100);
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
  small.forEach((name, value) => numberNames.set(name, value));
  for (let hundreds = 1; hundreds < 10; hundreds += 1) {
    const name = hundreds === 1 ? 'cent' : `${small[hundreds] ?? ''} cent`;
    numberNames.set(name, hundreds * 100).set(`${name}s`, hundreds * 100);
    small
      .slice(1)
      .forEach((rest, index) => numberNames.set(`${name} ${rest}`, hundreds * 100 + index + 1));
  }
}

function addVietnamese(): void {
  const ones = vietnamese.split(' ');
  ones.forEach((name, value) => numberNames.set(name, value));
  for (let tens = 1; tens < 10; tens += 1) {
    const name = tens === 1 ? 'mười' : `${ones[tens] ?? ''} mươi`;
    numberNames.set(name, tens * 10);
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
      if (one !== '') numberNames.set(`${name} ${one}`, tens * 10 + value);
    });
  }
  const small = [...numberNames].filter(
    ([name, value]) => value > 0 && value < 100 && isVietnamese(name),
  );
  for (let hundreds = 1; hundreds < 10; hundreds += 1) {
    const name = `${ones[hundreds] ?? ''} trăm`;
    numberNames.set(name, hundreds * 100);
    for (const [rest, value] of small) {
      const joined = value < 10 ? `${name} linh ${rest}` : `${name} ${rest}`;
      numberNames.set(joined, hundreds * 100 + value);
    }
  }
}

function isVietnamese(name: string): boolean {
  const [first = ''] = name.split(' ', 1);
  return vietnamese.split(' ').includes(first);
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

/** The first words of all names. */
export const starts = new Set([...numberNames.keys()].map((key) => key.split(' ', 1)[0] ?? ''));
