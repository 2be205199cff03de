import type { CodePiece } from '#islands/answer/highlight.ts';

const linesPerPart = 25;

/** Splits code into parts of `linesPerPart` lines. All parts but the last one end with a line break. */
export function partsOfCode(code: string): string[] {
  const lines = code.split('\n');
  const count = Math.ceil(lines.length / linesPerPart);
  return Array.from({ length: count }, (_, index) => {
    const part = lines.slice(index * linesPerPart, (index + 1) * linesPerPart).join('\n');
    return index < count - 1 ? `${part}\n` : part;
  });
}

/** Splits highlighted code into the same parts. */
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

/** Cuts a text after its first `firstLines` lines, then after each `linesPerPart` lines. */
function piecesOfLines(text: string, firstLines: number): string[] {
  const lines = text.split(/(?<=\n)/);
  const pieces = [lines.slice(0, firstLines).join('')];
  for (let start = firstLines; start < lines.length; start += linesPerPart) {
    pieces.push(lines.slice(start, start + linesPerPart).join(''));
  }
  return pieces;
}
