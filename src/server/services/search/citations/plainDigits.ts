/** Normalises the width of digits and letters (NFKC), and replaces the digits of every script by `0` to `9`. */
export function plainDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => String(valueOf(digit)))
    .replace(/[\u00a0\u202f\u2009]/g, ' ');
}

/** Returns the value of a digit: Unicode has the ten digits of a script in a row that begins with its zero. */
function valueOf(digit: string): number {
  let code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1))) {
    code -= 1;
    value += 1;
  }
  return value;
}
