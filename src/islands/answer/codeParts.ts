import type { CodePiece } from '#islands/answer/highlight.ts';

/** Lines that are drawn together. */
const linesPerPart = 25;

/** Code in parts of equally many lines; all but the last one end with a line break. */
export function partsOfCode(code: string): string[] {
  const lines = code.split('\n');
  const count = Math.ceil(lines.length / linesPerPart);
  return Array.from({ length: count }, (_, place) => {
    const part = lines.slice(place * linesPerPart, (place + 1) * linesPerPart).join('\n');
    return place < count - 1 ? `${part}\n` : part;
  });
}

/** The same parts of coloured code. */
export function partsOfPieces(pieces: readonly CodePiece[]): readonly (readonly CodePiece[])[] {
  let part: CodePiece[] = [];
  let lines = 0;
  const parts = [part];
  for (const { text, role } of pieces) {
    for (const piece of piecesOfLines(text, linesPerPart - lines)) {
      part.push({ text: piece, role });
      lines += piece.split('\n').length - 1;
      if (lines < linesPerPart) continue;
      part = [];
      parts.push(part);
      lines = 0;
    }
  }
  return parts;
}

/** A text cut after its first `room` lines, and then after each `linesPerPart`. */
function piecesOfLines(text: string, room: number): string[] {
  const lines = text.split(/(?<=\n)/);
  const pieces = [lines.slice(0, room).join('')];
  for (let place = room; place < lines.length; place += linesPerPart) {
    pieces.push(lines.slice(place, place + linesPerPart).join(''));
  }
  return pieces;
}
