import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { ImportRow, ReportedRow } from '#server/services/gpts/importRows.ts';

export type RejectsFile = {
  write: (file: string, row: ReportedRow) => Promise<void>;
  close: () => Promise<void>;
};

/** Opens a file for rows that were rejected or changed, as JSON Lines. An existing file is replaced. */
export async function openRejects(path: string): Promise<RejectsFile> {
  const stream = createWriteStream(path);
  await once(stream, 'open');
  // A failed write, as on a full disk, is thrown by the next one, or by `close`.
  stream.on('error', () => undefined);
  return {
    write: async (file, { outcome, source, errors }) => {
      const entry = { outcome, file, line: source.line ?? null, ...contentOf(source), errors };
      if (stream.errored) throw stream.errored;
      if (!stream.write(`${JSON.stringify(entry)}\n`)) await once(stream, 'drain');
    },
    close: async () => {
      stream.end();
      await finished(stream);
    },
  };
}

/** Returns the row, or its text if it could not be parsed, and its id if it has one. */
function contentOf(source: ImportRow): { id: string | null; row: unknown } {
  if (!('value' in source)) return { id: null, row: source.text ?? null };
  const row = source.value;
  const id = typeof row === 'object' && row !== null && 'id' in row ? row.id : null;
  return { id: typeof id === 'string' ? id : null, row };
}
