import { foldText } from '#domain/texts/foldText.ts';
import { simplifyCharacters } from '#server/services/conversations/search/chineseVariants.ts';
import type { ParsedQuery } from '#server/services/conversations/search/lexemes.ts';

/** A part of a text; a hit is a match of the query. */
export type ExcerptPart = { text: string; hit: boolean };

/** Most characters of an excerpt before its first hit, and in total. */
const [charactersBefore, charactersAtMost] = [60, 200];

const searchedCharacters = 200_000;

const hitsAtMost = 50;

/** A range in a text; `end` is exclusive. */
type Range = { start: number; end: number };

/** Words and emoji of a text, not folded. */
const wordOrPicture = /[\p{L}\p{N}\p{M}\p{Cf}]+[+#]{0,2}|\p{Extended_Pictographic}/gu;

/**
 * Words joined by a hyphen or another joiner, which are also found as one word. Begins at words only, because searching
 * from every letter of a long word takes quadratic time.
 */
const compound =
  /(?<![\p{L}\p{N}\p{M}\p{Cf}])[\p{L}\p{N}\p{M}\p{Cf}]+(?:[-.'’_&/·‐][\p{L}\p{N}\p{M}\p{Cf}]+)+/gu;

const isUnspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u30fc]/u;

export function markHits(text: string, requested: ParsedQuery): ExcerptPart[] {
  return cut(text, findHits(text, requested), { start: 0, end: text.length });
}

/** Returns the text around the first hit, on one line; without a hit, the beginning of the text. */
export function excerptOf(text: string, requested: ParsedQuery): ExcerptPart[] {
  const line = text.slice(0, searchedCharacters).replace(/\s+/g, ' ').trim();
  const hits = findHits(line, requested);
  const start = startOf(line, Math.max(0, (hits[0]?.start ?? 0) - charactersBefore));
  const end = endOf(line, start + charactersAtMost);
  const parts = cut(line, hits, { start, end });
  const before = start > 0 ? [{ text: '…', hit: false }] : [];
  const after = end < line.length ? [{ text: '…', hit: false }] : [];
  return joinPlain([...before, ...parts, ...after]);
}

/** Finds words of the query as a whole word or part of a compound, the last one also as a beginning. */
function findHits(text: string, { words, pictures }: ParsedQuery): Range[] {
  const hits: Range[] = [];
  for (const match of text.matchAll(wordOrPicture)) {
    if (hits.length >= hitsAtMost) break;
    const { index } = match;
    const [word] = match;
    if (pictures.includes(word)) hits.push({ start: index, end: index + word.length });
    else hits.push(...hitsWithin(word, words).map((hit) => shift(hit, index)));
  }
  return hits.length > 0 ? hits : findCompounds(text, words);
}

/** Finds words that only the query writes as one: `chatgpt` for `Chat-GPT`. */
function findCompounds(text: string, words: ParsedQuery['words']): Range[] {
  const hits: Range[] = [];
  for (const { 0: whole, index } of text.matchAll(compound)) {
    if (hits.length >= hitsAtMost) break;
    const folded = foldText(whole).replace(/[^\p{L}\p{N}\p{M}]/gu, '');
    if (words.some((word) => folded.includes(word.text))) {
      hits.push({ start: index, end: index + whole.length });
    }
  }
  return hits;
}

function hitsWithin(word: string, requested: ParsedQuery['words']): Range[] {
  const folded = foldText(word);
  const isRun = isUnspaced.test(word);
  const hits = requested.flatMap(({ text, kind }, index) => {
    if (kind === 'run') {
      return isRun ? placesOf(simplifyCharacters(folded), simplifyCharacters(text)) : [];
    }
    const isLast = index === requested.length - 1;
    const isFound = isLast || isRun ? folded.includes(text) : endsWithin(folded, text);
    return isFound ? placesOf(folded, text).slice(0, 1) : [];
  });
  if (hits.length === 0) return [];
  // Folding changed the number of letters, so positions do not match: the whole word is the hit.
  if (folded.length !== word.length) return [{ start: 0, end: word.length }];
  return mergeRanges(hits);
}

/** Whether a word is the requested one, or a compound that may contain it: `PDFReader`, `gpt4`. */
function endsWithin(folded: string, requested: string): boolean {
  return folded === requested || (requested.length > 2 && folded.includes(requested));
}

function placesOf(text: string, part: string): Range[] {
  const ranges: Range[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) {
    ranges.push({ start: at, end: at + part.length });
  }
  return ranges;
}

function mergeRanges(ranges: readonly Range[]): Range[] {
  const found: Range[] = [];
  for (const range of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = found.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else found.push({ ...range });
  }
  return found;
}

function shift({ start, end }: Range, by: number): Range {
  return { start: start + by, end: end + by };
}

function cut(text: string, hits: readonly Range[], within: Range): ExcerptPart[] {
  const parts: ExcerptPart[] = [];
  let index = within.start;
  for (const hit of hits) {
    if (hit.end <= index || hit.start >= within.end) continue;
    const [start, end] = [Math.max(hit.start, index), Math.min(hit.end, within.end)];
    parts.push({ text: text.slice(index, start), hit: false });
    parts.push({ text: text.slice(start, end), hit: true });
    index = end;
  }
  parts.push({ text: text.slice(index, within.end), hit: false });
  return parts.filter((part) => part.text !== '');
}

function joinPlain(parts: readonly ExcerptPart[]): ExcerptPart[] {
  const joined: ExcerptPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last && !last.hit && !part.hit) last.text += part.text;
    else joined.push({ ...part });
  }
  return joined;
}

/** Returns a start that is at a nearby beginning of a word, and never within a character. */
function startOf(text: string, index: number): number {
  if (index === 0) return 0;
  const space = text.indexOf(' ', index);
  if (space >= 0 && space - index < charactersBefore / 3) return space + 1;
  return wholeCharacter(text, index);
}

function endOf(text: string, index: number): number {
  if (index >= text.length) return text.length;
  const space = text.lastIndexOf(' ', index);
  if (index - space < charactersBefore / 3) return space;
  return wholeCharacter(text, index);
}

/** Returns the index; if it is within a surrogate pair or before a combining mark, an earlier one. */
function wholeCharacter(text: string, index: number): number {
  let whole = index;
  while (whole > 0 && /^[\udc00-\udfff\p{M}\u200d]/u.test(text.slice(whole, whole + 2))) whole -= 1;
  const isLow = /[\udc00-\udfff]/.test(text[whole] ?? '');
  const isAfterHigh = /[\ud800-\udbff]/.test(text[whole - 1] ?? '');
  return isLow && isAfterHigh ? whole - 1 : whole;
}
