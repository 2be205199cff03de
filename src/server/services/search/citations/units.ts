/** The unit of a number: a dimension, and how many of its smallest usual unit one is. */
export type Unit = { dimension: string; factor: number };

type Written = readonly [words: string, factor: number];

/** Units by dimension, as words of a regular expression. Only units that mean one thing after a number are here. */
const dimensions: Readonly<Record<string, readonly Written[]>> = {
  percent: [
    ['%|percent|per cent|prozent|pour ?cent|phần trăm|パーセント|퍼센트|프로', 1],
    [
      'percentage points?|prozentpunkten?|points? de pourcentage|điểm phần trăm|个?百分点|個?百分點|퍼센트포인트',
      1,
    ],
    ['‰|per mille|promille', 0.1],
  ],
  length: [
    ['mm|milli(?:met(?:er|re)s?|mètres?)|毫米|公釐|ミリメートル|밀리미터', 0.001],
    [
      'cm|centi(?:met(?:er|re)s?|mètres?)|zentimetern?|厘米|公分|センチ(?:メートル)?|센티미터',
      0.01,
    ],
    ['m|met(?:er|re)s?|metern?|mètres?|mét|米|公尺|メートル|미터', 1],
    [
      'km|kilo(?:met(?:er|re)s?|mètres?)|kilometern?|ki-?lô-?mét|公里|千米|キロメートル|킬로미터',
      1_000,
    ],
    ['inch(?:es)?|zoll|pouces?|英寸|インチ|인치', 0.0254],
    ['feet|foot|ft|fuß|pieds?|英尺|フィート|피트', 0.3048],
    ['yards?|yd', 0.9144],
    ['miles?|mi|meilen?|milles|英里|マイル|마일|dặm', 1_609.344],
  ],
  area: [
    [
      'm²|m2|square met(?:er|re)s?|quadratmetern?|mètres? carrés?|mét vuông|平方米|平方公尺|平方メートル|제곱미터',
      1,
    ],
    [
      'km²|km2|square kilomet(?:er|re)s?|quadratkilometern?|kilomètres? carrés?|平方公里|平方千米|平方キロメートル|제곱킬로미터',
      1e6,
    ],
    ['hectares?|ha|hektar|公顷|公頃|ヘクタール|헥타르', 1e4],
    ['acres?', 4_046.856],
    ['square miles?|quadratmeilen|平方英里', 2_589_988.11],
    ['square feet|sq ft|平方英尺', 0.09290304],
  ],
  mass: [
    ['mg|milligram(?:me)?s?|milligramm', 0.001],
    ['g|gram(?:me)?s?|gramm|克|グラム|그램', 1],
    ['kg|kilos?|kilogram(?:me)?s?|kilogramm|公斤|千克|キログラム|킬로그램', 1_000],
    ['t|tons?|tonnes?|tonnen|吨|噸|トン|톤|tấn', 1e6],
    ['lbs?', 453.592],
    ['ounces?|oz', 28.3495],
  ],
  volume: [
    ['ml|millilit(?:er|re)s?|毫升|ミリリットル|밀리리터', 0.001],
    ['l|lit(?:er|re)s?|litern?|lít|升|公升|リットル|리터', 1],
    ['m³|m3|cubic met(?:er|re)s?|kubikmetern?|mètres? cubes?|立方米|立方メートル', 1_000],
    ['gallons?|gallonen|加仑|加侖|ガロン', 3.78541],
  ],
  speed: [
    ['km/h|kph|km per hour|kilomet(?:er|re)s? per hour|stundenkilometern?|公里/小时', 1],
    ['mph|miles? per hour', 1.609344],
    ['m/s|met(?:er|re)s? per second', 3.6],
  ],
  celsius: [
    ['° ?c|degrees? celsius|grad celsius|degrés? celsius|摄氏度|攝氏度|度C|℃|độ c|섭씨', 1],
  ],
  fahrenheit: [
    ['° ?f|degrees? fahrenheit|grad fahrenheit|degrés? fahrenheit|华氏度|華氏度|℉|화씨', 1],
  ],
  time: [
    ['milliseconds?|millisekunden|ms|毫秒|ミリ秒', 0.001],
    ['seconds?|secs?|sekunden?|secondes?|giây|秒|초', 1],
    ['minutes?|mins?|minuten|phút|分钟|分鐘|分間|분', 60],
    ['hours?|hrs?|h|stunden?|heures?|giờ|小时|小時|時間|시간', 3_600],
    ['days?|tagen?|tage|jours?|ngày|天|日間', 86_400],
    ['weeks?|wochen?|semaines?|tuần|周|週間?|주일?', 604_800],
  ],
  months: [
    ['months?|monate?n?|mois|个月|個月|か月|ヶ月|개월', 1],
    ['years?|yrs?|jahre?n?|ans|années?|年間', 12],
  ],
  data: [
    ['kb|kilobytes?', 1e3],
    ['mb|megabytes?', 1e6],
    ['gb|gigabytes?', 1e9],
    ['tb|terabytes?', 1e12],
  ],
  power: [
    ['w|watts?|瓦', 1],
    ['kw|kilowatts?|千瓦|キロワット|킬로와트', 1e3],
    ['mw|megawatts?|兆瓦', 1e6],
    ['gw|gigawatts?|吉瓦', 1e9],
  ],
  energy: [
    ['wh|watt-?hours?', 1],
    ['kwh|kilowatt-?hours?|kilowattstunden?', 1e3],
    ['mwh|megawatt-?hours?', 1e6],
    ['gwh|gigawatt-?hours?', 1e9],
    ['twh|terawatt-?hours?', 1e12],
  ],
  frequency: [
    ['hz|hertz', 1],
    ['khz|kilohertz', 1e3],
    ['mhz|megahertz', 1e6],
    ['ghz|gigahertz', 1e9],
  ],
  dollar: [['us-?dollars?|us ?\\$|\\$|usd|dollars?|美元|美金|米?ドル|달러|đô la', 1]],
  euro: [['€|eur|euros?|欧元|歐元|ユーロ|유로', 1]],
  sterling: [['£|gbp|pounds? sterling|英镑|英鎊|ポンド|파운드', 1]],
  yen: [['jpy|yen|日元|円|엔', 1]],
  yuan: [['cny|rmb|yuan|人民币|人民幣|元|위안', 1]],
  won: [['₩|krw|원', 1]],
  dong: [['₫|vnd|đồng', 1]],
  rupee: [['₹|inr|rupees?', 1]],
  franc: [['chf|francs?|franken', 1]],
};

/** A unit in Latin letters ends with its word. */
const end = '(?:(?<=[a-zà-ỹ])(?![\\p{sc=Latin}\\d²³])|(?<![a-zà-ỹ]))';

const after = Object.entries(dimensions).flatMap(([dimension, units]) =>
  units.map(([words, factor]) => ({
    pattern: new RegExp(`^[\\s-]?(?:${words})${end}`, 'iu'),
    unit: { dimension, factor },
  })),
);

const currencies: readonly (readonly [RegExp, string])[] = [
  [/(?:\$|usd)\s?$/iu, 'dollar'],
  [/(?:€|eur)\s?$/iu, 'euro'],
  [/(?:£|gbp)\s?$/iu, 'sterling'],
  [/(?:₩|krw)\s?$/iu, 'won'],
  [/(?:₹|inr)\s?$/iu, 'rupee'],
  [/(?:jpy)\s?$/iu, 'yen'],
  [/(?:cny|rmb)\s?$/iu, 'yuan'],
  [/chf\s?$/iu, 'franc'],
];

/** Returns the unit after a number; the longest one, so that `km/h` is not `km`. */
export function unitAfter(text: string): Unit | undefined {
  let length = 0;
  let found: Unit | undefined;
  for (const { pattern, unit } of after) {
    const written = pattern.exec(text)?.[0];
    if (written === undefined || written.length <= length) continue;
    length = written.length;
    found = unit;
  }
  return found;
}

/**
 * Returns the units of a sign or word that means two: `¥` is yen or yuan, `pounds` are a mass or a currency. Returns
 * `undefined` for others.
 */
export function ambiguousUnits(before: string, after: string): Unit[] | undefined {
  if (/[¥￥]\s?$/u.test(before) && unitAfter(after) === undefined) {
    return ['yen', 'yuan'].map((dimension) => ({ dimension, factor: 1 }));
  }
  if (!/^[\s-]?pounds?(?!\p{L}| sterling)/iu.test(after)) return undefined;
  return [
    { dimension: 'mass', factor: 453.592 },
    { dimension: 'sterling', factor: 1 },
  ];
}

/** Returns the currency before a number, or the percent of `百分之`. */
export function unitBefore(text: string): Unit | undefined {
  if (/百分之\s?$/u.test(text)) return { dimension: 'percent', factor: 1 };
  const dimension = currencies.find(([pattern]) => pattern.test(text))?.[1];
  return dimension === undefined ? undefined : { dimension, factor: 1 };
}
