import type { Piece } from '#server/services/textFiles/pieces.ts';

/** The bytes of a text in pieces of a size, so that characters and line breaks are cut apart. */
export function* inChunks(text: string, size = 64): Generator<Buffer> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size)
    yield bytes.subarray(start, start + size);
}

/** The parts that a reader cut out, as texts. */
export async function piecesOf(
  pieces: AsyncIterable<Piece>,
): Promise<{ line: number; text?: string; problem?: string }[]> {
  const found = [];
  for await (const piece of pieces) {
    if ('problem' in piece) found.push(piece);
    else found.push({ line: piece.line, text: piece.bytes.toString() });
  }
  return found;
}
