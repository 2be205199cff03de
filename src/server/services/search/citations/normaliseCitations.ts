/** The notations of citations that models use. */
const written = /(?:\[\^?|【|［|〔)\s*([\d０-９][^\]】］〕\n]{0,40}?)\s*(?:\]|】|］|〕)/g;

const numbers = /^\d{1,3}(?:\s*(?:[,;、，–-]|\s)\s*\d{1,3})*$/;

const mostNumbers = 20;

const citation = /\[([1-9]\d{0,2})\]/g;

/**
 * Rewrites citations in one notation, `[1][2]`: full-width brackets, lists, ranges, footnotes and `【1†source】`. Removes
 * the numbers of sources that were not opened. Other brackets stay, such as `[0, 1]`.
 */
export function normaliseCitations(text: string, opened: ReadonlySet<number>): string {
  return text.replace(written, (whole, content: string) => {
    const plain = content.normalize('NFKC').replace(/†.*$/s, '').trim();
    if (!numbers.test(plain)) return whole;
    const named = [...new Set(numbersIn(plain))];
    if (isList(named)) return whole;
    return named
      .filter((number) => opened.has(number))
      .map((number) => `[${number}]`)
      .join('');
  });
}

export function citationsIn(text: string): number[] {
  return [...new Set([...text.matchAll(citation)].map((match) => Number(match[1])))];
}

export function withoutCitations(text: string): string {
  return text.replace(citation, '');
}

/** Whether numbers in brackets are values: sources are numbered from 1, and an answer has few. */
function isList(named: readonly number[]): boolean {
  return named.includes(0) || (named.length > 1 && named.some((number) => number > mostNumbers));
}

function numbersIn(content: string): number[] {
  return content.split(/\s*[,;、，]\s*|\s+(?!\s*[–-])/).flatMap((part) => {
    const [first = Number.NaN, last = first] = part.split(/\s*[–-]\s*/).map(Number);
    if (Number.isNaN(first) || Number.isNaN(last)) return [];
    const count = Math.min(mostNumbers, Math.max(1, last - first + 1));
    return Array.from({ length: count }, (_, index) => first + index);
  });
}
