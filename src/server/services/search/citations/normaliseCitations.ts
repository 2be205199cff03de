/** The notations of citations that models use. */
const written = /(?:\[\^?|【|［|〔)\s*([\d０-９][^\]】］〕\n]{0,40}?)\s*(?:\]|】|］|〕)/g;

const numbers = /^\d{1,3}(?:\s*(?:[,;、，–-]|\s)\s*\d{1,3})*$/;

const mostNumbers = 20;

/**
 * Rewrites citations in one notation, `[1][2]`: full-width brackets, lists, ranges, footnotes and `【1†source】`. Removes
 * the numbers of sources that were not opened. Other brackets stay.
 */
export function normaliseCitations(text: string, opened: ReadonlySet<number>): string {
  return text.replace(written, (whole, content: string) => {
    const plain = content.normalize('NFKC').replace(/†.*$/s, '').trim();
    if (!numbers.test(plain)) return whole;
    return [...new Set(numbersIn(plain))]
      .filter((number) => opened.has(number))
      .map((number) => `[${number}]`)
      .join('');
  });
}

export function citationsIn(text: string): number[] {
  return [...new Set([...text.matchAll(/\[(\d{1,3})\]/g)].map((match) => Number(match[1])))];
}

export function withoutCitations(text: string): string {
  return text.replace(/\[\d{1,3}\]/g, '');
}

function numbersIn(content: string): number[] {
  return content.split(/\s*[,;、，]\s*|\s+(?!\s*[–-])/).flatMap((part) => {
    const [first = Number.NaN, last = first] = part.split(/\s*[–-]\s*/).map(Number);
    if (Number.isNaN(first) || Number.isNaN(last)) return [];
    const count = Math.min(mostNumbers, Math.max(1, last - first + 1));
    return Array.from({ length: count }, (_, index) => first + index);
  });
}
