/** A piece of a text with its position in it, in UTF-16 code units. */
export type Piece = { text: string; start: number; end: number };

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });

/** A segment with such an end does not end its sentence: a title, an abbreviation, `z. B.`, `3. Mai`. */
const openEndCharacters = 40;

const openEnd =
  /(?:^|[\s(（])(?:\p{L}|\d{1,2}|Dr|Mr|Mrs|Ms|Prof|St|Nr|No|Fig|Abb|vs|etc|ca|bzw|usw|resp|approx|Mio|Mrd|Inc|Ltd|Co|e\.g|i\.e|z\.\s?B|d\.\s?h|u\.\s?a|p\.\s?ex)\.[ \u00a0]*$/u;

/** Citations and closing marks, which belong to the sentence before them. */
const belongsBefore =
  /^(?:\s*(?:\[[^\]\n]{1,20}\]|【[^】\n]{1,20}】|［[^］\n]{1,20}］|[)\]"'”’»」』）]))+[.。]?[ \t]*\n*/;

/** Splits a text into verbatim sentences. Citations after a full stop belong to the sentence before it. */
export function sentencesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const { start, end } of segmentsOf(text)) {
    const segment = text.slice(start, end);
    const last = pieces.at(-1);
    if (last && (isOpen(last.text) || segment.trim() === '')) extend(last, segment.length, text);
    else pieces.push({ text: segment, start, end });
  }
  return withTrailingCitations(pieces, text);
}

/** Moves an opening bracket after a full stop to the next segment; Unicode counts it to the previous one. */
function segmentsOf(text: string): { start: number; end: number }[] {
  const ends = [...segmenter.segment(text)].map(({ segment, index }) => {
    const brackets = openingBracketsAtEnd(segment);
    const isWhole = brackets === segment.length || index + segment.length === text.length;
    return index + segment.length - (isWhole ? 0 : brackets);
  });
  return ends.map((end, index) => ({ start: ends[index - 1] ?? 0, end }));
}

function openingBracketsAtEnd(segment: string): number {
  let count = 0;
  while (count < segment.length && '[【［〔'.includes(segment.charAt(segment.length - 1 - count))) {
    count += 1;
  }
  return count;
}

function isOpen(text: string): boolean {
  return openEnd.test(text.slice(-openEndCharacters)) && !text.endsWith('\n');
}

function withTrailingCitations(pieces: readonly Piece[], text: string): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const taken =
      last && !last.text.endsWith('\n\n') ? belongsBefore.exec(piece.text)?.[0] : undefined;
    if (!last || taken === undefined) {
      joined.push({ ...piece });
      continue;
    }
    extend(last, taken.length, text);
    if (taken.length < piece.text.length) {
      joined.push({ text: piece.text.slice(taken.length), start: last.end, end: piece.end });
    }
  }
  return joined;
}

function extend(piece: Piece, characters: number, text: string): void {
  piece.end += characters;
  piece.text = text.slice(piece.start, piece.end);
}
