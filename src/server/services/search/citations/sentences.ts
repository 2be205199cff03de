/** A piece of a text with its place in it, in UTF-16 code units. */
export type Piece = { text: string; start: number; end: number };

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });

/** A segment that ends so is not the end of its sentence: a title, an abbreviation, `z. B.`, `3. Mai`. */
const openEnd =
  /(?:^|[\s(（])(?:\p{L}|\d{1,2}|Dr|Mr|Mrs|Ms|Prof|St|Nr|No|Fig|Abb|vs|etc|ca|bzw|usw|resp|approx|Mio|Mrd|Inc|Ltd|Co|e\.g|i\.e|z\.\s?B|d\.\s?h|u\.\s?a|p\.\s?ex)\.[ \u00a0]*$/u;

/** Characters that belong to the sentence before them: citations and closing marks. */
const belongsBefore =
  /^(?:\s*(?:\[[^\]\n]{1,20}\]|【[^】\n]{1,20}】|［[^］\n]{1,20}］|[)\]"'”’»」』）]))+[.。]?[ \t]*\n*/;

/**
 * Cuts a text into its sentences. Put together they are the text again, character by character. Citations behind a full
 * stop belong to the sentence before it.
 */
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

/** Unicode counts an opening bracket behind a full stop to the sentence before it. */
function segmentsOf(text: string): { start: number; end: number }[] {
  const ends = [...segmenter.segment(text)].map(({ segment, index }) => {
    const brackets = /[[【［〔]+$/.exec(segment)?.[0].length ?? 0;
    const isWhole = brackets === segment.length || index + segment.length === text.length;
    return index + segment.length - (isWhole ? 0 : brackets);
  });
  return ends.map((end, place) => ({ start: ends[place - 1] ?? 0, end }));
}

function isOpen(text: string): boolean {
  return openEnd.test(text) && !text.endsWith('\n');
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
