import { type Piece, sentencesOf } from '#server/services/search/citations/sentences.ts';

/** The approximate length of a passage in Latin letters; a wide character counts as two and a half. */
const passageWidth = 600;

/** Splits a text at ends of sentences into verbatim passages of up to about a hundred words. */
export function splitPassages(text: string): Piece[] {
  const passages: Piece[] = [];
  let current: Piece | undefined;
  for (const sentence of sentencesOf(text)) {
    if (current && widthOf(current.text) + widthOf(sentence.text) > passageWidth) {
      passages.push(current);
      current = undefined;
    }
    const start: number = current?.start ?? sentence.start;
    current = { start, end: sentence.end, text: text.slice(start, sentence.end) };
  }
  if (current) passages.push(current);
  return passages.flatMap((passage) => trim(cut(passage, text), text));
}

/** Cuts a passage of more than twice `passageWidth`. Only one very long sentence, such as a list of names, is that long. */
function cut(passage: Piece, text: string): Piece[] {
  const pieces: Piece[] = [];
  const step = passageWidth * 2;
  for (let start = passage.start; start < passage.end; start += step) {
    const end = Math.min(start + step, passage.end);
    pieces.push({ start, end, text: text.slice(start, end) });
  }
  return pieces;
}

function trim(pieces: readonly Piece[], text: string): Piece[] {
  return pieces.flatMap((piece) => {
    const start = piece.start + piece.text.length - piece.text.trimStart().length;
    const end = piece.end - (piece.text.length - piece.text.trimEnd().length);
    return start < end ? [{ start, end, text: text.slice(start, end) }] : [];
  });
}

function widthOf(text: string): number {
  const wide = text.match(/[\u2e80-\uffdc]/g)?.length ?? 0;
  return text.length + wide * 1.5;
}
