import type { Tokens } from 'marked';

const beginning = /^(?:(?:https?|ftp):\/\/|www\.)[a-z\d-][^\s<]*/i;

/** Full-width signs, quotation marks and an ellipsis, which no address contains. */
const outside = /[\u3000-\u3004\u3008-\u3020\u3030\uFE30-\uFE4F\uFF00-\uFFEF“”‘’«»…]/;

/** Letters of languages without blanks, with what they follow. */
const letters = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}]+/gu;

/** Where these letters belong to an address: as a name (`/wiki/数学`) and as a value (`?q=数学`). */
const beforeName = /\/(?:wiki|item|tags?|category|topics?|search|entry|word|keyword)\/[^?#]*$/i;
const beforeValue = /[=#](?:\P{ASCII}|%[\da-f]{2}|[+_/-])*$/iu;

/** Punctuation that at the end of an address belongs to the sentence. */
const punctuation = new Set('?!.,:;*_~\'"·—–');

/**
 * Returns the link for the address with which a text begins, such as `www.example.com`, by the rules of GFM. The
 * expression of `marked` takes cubic time. `null`: the text does not begin with a protocol or `www.`.
 */
export function readBareAddress(source: string): Tokens.Link | null {
  const whole = beginning.exec(source)?.[0];
  if (whole === undefined) return null;
  const alone = whole.slice(0, sentenceStart(whole));
  const text = alone.slice(0, addressEnd(alone));
  const href = /^www\./i.test(text) ? `http://${text}` : text;
  return {
    type: 'link',
    raw: text,
    text,
    href,
    autolink: true,
    tokens: [{ type: 'text', raw: text, text }],
  };
}

/** Returns where the sentence goes on in a language without blanks; the end of the text if it does not. */
function sentenceStart(text: string): number {
  const sign = text.search(outside);
  const address = sign < 0 ? text : text.slice(0, sign);
  const letter = [...address.matchAll(letters)].find(({ index }) => {
    const before = address.slice(0, index);
    return !beforeName.test(before) && !beforeValue.test(before);
  });
  const end = letter?.index ?? address.length;
  return end === text.length ? end : text.slice(0, end).replace(/[([{]+$/, '').length;
}

/** Returns the end without the punctuation of the sentence and without brackets that close more than was opened. */
function addressEnd(address: string): number {
  let end = address.length;
  let unopened = 0;
  for (const character of address) {
    if (character === '(') unopened -= 1;
    if (character === ')') unopened += 1;
  }
  for (; end > 1; end -= 1) {
    const last = address.charAt(end - 1);
    const closes = last === ')' && unopened > 0;
    if (last === ';') {
      const reference = referenceStart(address, end);
      if (reference !== undefined) end = reference + 1;
    } else if (!closes && !punctuation.has(last)) return end;
    if (closes) unopened -= 1;
  }
  return end;
}

/** Returns where the character reference (`&amp;`) begins that ends at `end`. */
function referenceStart(address: string, end: number): number | undefined {
  let start = end - 2;
  while (start > 0 && /[a-z\d]/i.test(address.charAt(start))) start -= 1;
  return address.charAt(start) === '&' && start < end - 2 ? start : undefined;
}
