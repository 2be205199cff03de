import { type Piece, sentencesOf } from '#server/services/search/citations/sentences.ts';

/** About how many Latin letters a passage has; a wide character counts as two and a half. */
const passageWidth = 600;

/**
 * Cuts a page's text into passages: whole sentences of one paragraph, or several short paragraphs, up to about a hundred
 * words. Each is a verbatim part of the text.
 */
export function splitPassages(text: string): Piece[] {
  const passages: Piece[] = [];
  let open: Piece | undefined;
  for (const sentence of sentencesOf(text)) {
    if (open && widthOf(open.text) + widthOf(sentence.text) > passageWidth) {
      passages.push(open);
      open = undefined;
    }
    const start: number = open?.start ?? sentence.start;
    open = { start, end: sentence.end, text: text.slice(start, sentence.end) };
  }
  if (open) passages.push(open);
  return passages.flatMap((passage) => trimmed(cut(passage, text), text));
}

/** A sentence without an end, such as a list of names, is cut. */
function cut(passage: Piece, text: string): Piece[] {
  const pieces: Piece[] = [];
  const step = passageWidth * 2;
  for (let start = passage.start; start < passage.end; start += step) {
    const end = Math.min(start + step, passage.end);
    pieces.push({ start, end, text: text.slice(start, end) });
  }
  return pieces;
}

function trimmed(pieces: readonly Piece[], text: string): Piece[] {
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
