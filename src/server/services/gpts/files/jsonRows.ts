import { isUtf8 } from 'node:buffer';
import { splitJsonArray } from '#server/services/textFiles/jsonArray.ts';
import { skipBytes } from '#server/services/textFiles/openBytes.ts';
import { type Chunks, type Piece, splitLines } from '#server/services/textFiles/pieces.ts';
import { findWrappedList } from '#server/services/gpts/files/wrappedList.ts';
import type { ImportRow } from '#server/services/gpts/importRows.ts';

/**
 * Reads the rows of JSON Lines, of a JSON array, or of an array within an object (`{"gpts":[…]}`). Returns `undefined`
 * when the first bytes, `head`, and the name of the file indicate none of these.
 */
export function openJson(
  file: string,
  head: Buffer,
  chunks: Chunks,
): AsyncGenerator<ImportRow> | undefined {
  const text = head.toString('latin1');
  const [first] = text.trimStart();
  if (first === '[') return jsonRows(file, splitJsonArray(chunks));
  const start = first === '{' ? findWrappedList(text) : undefined;
  if (start !== undefined) {
    const position = { line: text.slice(0, start).split('\n').length, isWrapped: true };
    return jsonRows(file, splitJsonArray(skipBytes(chunks, start), position));
  }
  const isLines = first === '{' || /\.(jsonl|ndjson|json)(\.gz)?$/i.test(file);
  return isLines ? jsonRows(file, splitLines(chunks)) : undefined;
}

async function* jsonRows(file: string, pieces: AsyncIterable<Piece>): AsyncGenerator<ImportRow> {
  for await (const piece of pieces) {
    const { line } = piece;
    const place = `${file}:${line}`;
    if ('problem' in piece) yield { place, line, problem: piece.problem };
    else {
      const text = piece.bytes.toString();
      if (!isUtf8(piece.bytes)) yield { place, line, problem: 'row is not UTF-8 text', text };
      else if (text.trim() !== '') yield { place, line, ...parseJson(text) };
    }
  }
}

function parseJson(text: string): { value: unknown } | { problem: string; text: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    const [, position] = / at position (\d+)/.exec((error as Error).message) ?? [];
    const where = position === undefined ? '' : `, from its character ${Number(position) + 1} on`;
    return { problem: `row is broken JSON${where}`, text };
  }
}
