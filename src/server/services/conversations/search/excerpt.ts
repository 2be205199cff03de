import { foldText } from '#domain/foldText.ts';
import type { Wanted } from '#server/services/conversations/search/lexemes.ts';

/** A piece of a text; hits are what was looked for. */
export type ExcerptPart = { text: string; hit: boolean };

/** Characters of an excerpt: those before its first hit, and all. */
const [charactersBefore, charactersAtMost] = [60, 200];

/** Characters of a text that are looked through. */
const lookedThrough = 200_000;

/** Hits of one text that are marked. */
const hitsAtMost = 50;

/** A place in a text, from its first character to behind its last one. */
type Place = { start: number; end: number };

/** Words and signs of a text, as it is written. */
const written = /[\p{L}\p{N}\p{M}\p{Cf}]+[+#]{0,2}|\p{Extended_Pictographic}/gu;

/** Words that a joiner holds together, which are found as one, too. */
const compound = /[\p{L}\p{N}\p{M}\p{Cf}]+(?:[-.'’_&/·‐][\p{L}\p{N}\p{M}\p{Cf}]+)+/gu;

const unparted =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u30fc]/u;

/** The whole text, with its hits marked. */
export function markHits(text: string, wanted: Wanted): ExcerptPart[] {
  return cut(text, findHits(text, wanted), { start: 0, end: text.length });
}

/** Returns the text around the first hit, on one line; the beginning of a text without one. */
export function excerptOf(text: string, wanted: Wanted): ExcerptPart[] {
  const line = text.slice(0, lookedThrough).replace(/\s+/g, ' ').trim();
  const hits = findHits(line, wanted);
  const start = startOf(line, Math.max(0, (hits[0]?.start ?? 0) - charactersBefore));
  const end = endOf(line, start + charactersAtMost);
  const parts = cut(line, hits, { start, end });
  const before = start > 0 ? [{ text: '…', hit: false }] : [];
  const after = end < line.length ? [{ text: '…', hit: false }] : [];
  return joinPlain([...before, ...parts, ...after]);
}

/** Where the wanted words stand: a word as a whole or as a part of a compound, the last also as a beginning. */
function findHits(text: string, { words, pictures }: Wanted): Place[] {
  const hits: Place[] = [];
  for (const match of text.matchAll(written)) {
    if (hits.length >= hitsAtMost) break;
    const { index } = match;
    const [word] = match;
    const place = { start: index, end: index + word.length };
    if (pictures.includes(word)) hits.push(place);
    else hits.push(...hitsWithin(word, words).map((hit) => moved(hit, index)));
  }
  return hits.length > 0 ? hits : findCompounds(text, words);
}

/** Where words stand that are written as one in the query only: `chatgpt` for `Chat-GPT`. */
function findCompounds(text: string, words: Wanted['words']): Place[] {
  const hits: Place[] = [];
  for (const { 0: whole, index } of text.matchAll(compound)) {
    if (hits.length >= hitsAtMost) break;
    const folded = foldText(whole).replace(/[^\p{L}\p{N}\p{M}]/gu, '');
    if (words.some((word) => folded.includes(word.text))) {
      hits.push({ start: index, end: index + whole.length });
    }
  }
  return hits;
}

function hitsWithin(word: string, wanted: Wanted['words']): Place[] {
  const folded = foldText(word);
  const isRun = unparted.test(word);
  const hits = wanted.flatMap(({ text, kind }, index) => {
    if (kind === 'run') return isRun ? placesOf(folded, text) : [];
    const isLast = index === wanted.length - 1;
    const isFound = isLast || isRun ? folded.includes(text) : endsWithin(folded, text);
    return isFound ? placesOf(folded, text).slice(0, 1) : [];
  });
  if (hits.length === 0) return [];
  // Letters that are more or fewer once they are folded: then the word as a whole is the hit.
  if (folded.length !== word.length) return [{ start: 0, end: word.length }];
  return merged(hits);
}

/** Whether a word is the wanted one, or a compound that may have it as a part: `PDFReader`, `gpt4`. */
function endsWithin(folded: string, wanted: string): boolean {
  return folded === wanted || (wanted.length > 2 && folded.includes(wanted));
}

function placesOf(text: string, part: string): Place[] {
  const places: Place[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) {
    places.push({ start: at, end: at + part.length });
  }
  return places;
}

function merged(places: readonly Place[]): Place[] {
  const found: Place[] = [];
  for (const place of places.toSorted((one, other) => one.start - other.start)) {
    const last = found.at(-1);
    if (last && place.start <= last.end) last.end = Math.max(last.end, place.end);
    else found.push({ ...place });
  }
  return found;
}

function moved({ start, end }: Place, by: number): Place {
  return { start: start + by, end: end + by };
}

function cut(text: string, hits: readonly Place[], within: Place): ExcerptPart[] {
  const parts: ExcerptPart[] = [];
  let place = within.start;
  for (const hit of hits) {
    if (hit.end <= place || hit.start >= within.end) continue;
    const [start, end] = [Math.max(hit.start, place), Math.min(hit.end, within.end)];
    parts.push({ text: text.slice(place, start), hit: false });
    parts.push({ text: text.slice(start, end), hit: true });
    place = end;
  }
  parts.push({ text: text.slice(place, within.end), hit: false });
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

/** Not within a word, where one begins near by; never within a character. */
function startOf(text: string, place: number): number {
  if (place === 0) return 0;
  const space = text.indexOf(' ', place);
  if (space >= 0 && space - place < charactersBefore / 3) return space + 1;
  return wholeCharacter(text, place);
}

function endOf(text: string, place: number): number {
  if (place >= text.length) return text.length;
  const space = text.lastIndexOf(' ', place);
  if (place - space < charactersBefore / 3) return space;
  return wholeCharacter(text, place);
}

/** The place, or that before it where it lies within a surrogate pair or before a mark. */
function wholeCharacter(text: string, place: number): number {
  let whole = place;
  while (whole > 0 && /^[\udc00-\udfff\p{M}\u200d]/u.test(text.slice(whole, whole + 2))) whole -= 1;
  const isLow = /[\udc00-\udfff]/.test(text[whole] ?? '');
  const isAfterHigh = /[\ud800-\udbff]/.test(text[whole - 1] ?? '');
  return isLow && isAfterHigh ? whole - 1 : whole;
}
