/** A number in Chinese or Korean characters, with its place in the text. */
export type WideNumber = { written: string; value: number; index: number };

const hanDigits = '零一二三四五六七八九';
const koreanDigits = '영일이삼사오육칠팔구';
const units: Readonly<Record<string, number>> = {
  十: 10,
  百: 100,
  千: 1_000,
  십: 10,
  백: 100,
  천: 1_000,
};
const groups: Readonly<Record<string, number>> = { 万: 1e4, 亿: 1e8, 만: 1e4, 억: 1e8 };

/**
 * Chinese numerals before a counted word; a single 一 is an article. The limit keeps the time of a long row of numerals
 * without such a word linear.
 */
const hanNumber =
  /[〇零一二两兩三四五六七八九十百千][〇零一二两兩三四五六七八九十百千万萬亿億]{0,29}(?!分之)(?=[个個颗顆年月日天小%％万亿萬億次位人名种種层層米公元岁歲座条條倍家届分章人本枚台匹回円元度つ小克吨噸])/gu;

/** Korean numerals with a unit, before a counted word. Single numerals are also other words. */
const koreanNumber =
  /(?<!\p{L})(?=[일이삼사오육칠팔구]{0,2}[십백천만])[일이삼사오육칠팔구십백천만억]{2,20}(?=\s?(?:개|명|년|월|일|원|미터|킬로|층|번|회|대|권|마리|살|세|곳|점|배|퍼센트|톤))/gu;

/** Returns the numbers in Chinese or Korean characters that count something. */
export function wideNumbersIn(text: string): WideNumber[] {
  return [...text.matchAll(hanNumber), ...text.matchAll(koreanNumber)]
    .map((match) => ({ written: match[0], value: valueOf(match[0]), index: match.index }))
    .filter(({ value }) => value >= 2);
}

function valueOf(written: string): number {
  const plain = written
    .replace(/〇/g, '零')
    .replace(/[两兩]/g, '二')
    .replace(/萬/g, '万')
    .replace(/億/g, '亿');
  if (!/[十百千万亿십백천만억]/u.test(plain)) {
    return Number([...plain].map(digitOf).join(''));
  }
  let [sum, group, digit] = [0, 0, 0];
  for (const one of plain) {
    const factor = groups[one];
    const unit = units[one];
    if (factor !== undefined) {
      sum += (group + digit || 1) * factor;
      [group, digit] = [0, 0];
    } else if (unit !== undefined) {
      group += (digit || 1) * unit;
      digit = 0;
    } else digit = digitOf(one);
  }
  return sum + group + digit;
}

function digitOf(numeral: string): number {
  return Math.max(hanDigits.indexOf(numeral), koreanDigits.indexOf(numeral));
}
