/** The notations of citations that models use. */
const written = /(?:\[\^?|【|［|〔)\s*([\d０-９][^\]】］〕\n]{0,40}?)\s*(?:\]|】|］|〕)/g;

const numbers = /^\d{1,3}(?:\s*(?:[,;、，–-]|\s)\s*\d{1,3})*$/;

const mostNumbers = 20;

/** The highest number in a list of sources. An answer has fewer sources. */
const highestInList = 12;

/** Words and signs before values in brackets, not before sources: `x = [2]`, `x ∈ [2, 3]`, “the interval [2, 3]”. */
const beforeValue = /[=∈∉≈≠≤≥]\s*$/;
const beforeValues =
  /(?:\b(?:interval|intervall|intervalle|range|array|list|liste|vector|vektor|vecteur|tuple|tupel|tableau)|区间|區間|数组|陣列|列表|向量|範囲|配列|リスト|ベクトル|구간|배열|리스트|벡터|khoảng|đoạn|mảng|danh sách)\s*$/iu;

const citation = /\[([1-9]\d{0,2})\]/g;

/**
 * Rewrites citations in one notation, `[1][2]`: full-width brackets, lists, ranges, footnotes and `【1†source】`. Removes
 * the numbers of sources that were not opened. Other brackets stay, such as `[0, 1]` and `x = [2]`.
 */
export function normaliseCitations(text: string, opened: ReadonlySet<number>): string {
  return text.replace(written, (whole: string, content: string, at: number) => {
    const plain = content.normalize('NFKC').replace(/†.*$/s, '').trim();
    if (!numbers.test(plain)) return whole;
    const named = numbersIn(plain);
    if (areValues(named, text.slice(Math.max(0, at - 30), at))) return whole;
    return [...new Set(named)]
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

/** Whether numbers in brackets are values. Sources are numbered from 1, an answer has few, and names each once. */
function areValues(named: readonly number[], before: string): boolean {
  if (named.includes(0) || beforeValue.test(before)) return true;
  if (named.length < 2) return false;
  const isRepeated = new Set(named).size < named.length;
  return isRepeated || named.some((number) => number > highestInList) || beforeValues.test(before);
}

function numbersIn(content: string): number[] {
  return content.split(/\s*[,;、，]\s*|\s+(?!\s*[–-])/).flatMap((part) => {
    const [first = Number.NaN, last = first] = part.split(/\s*[–-]\s*/).map(Number);
    if (Number.isNaN(first) || Number.isNaN(last)) return [];
    const count = Math.min(mostNumbers, Math.max(1, last - first + 1));
    return Array.from({ length: count }, (_, index) => first + index);
  });
}
