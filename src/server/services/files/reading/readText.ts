import { readFile, writeFile } from 'node:fs/promises';
import { estimateTokens } from '#domain/costs/estimateTokens.ts';
import { decodeText } from '#server/services/files/reading/decodeText.ts';
import type { ReadFile, ReadingTask } from '#server/services/files/reading/reading.ts';
import { UnreadableError } from '#server/services/files/reading/unreadableError.ts';

/** Reads a text file and stores it as UTF-8. Throws `UnreadableError`. */
export async function readText({ input, output, text: textPath }: ReadingTask): Promise<ReadFile> {
  const text = decodeText(await readFile(input));
  if (text === undefined) throw new UnreadableError({ rule: 'encoding' });
  if (text.trim() === '') throw new UnreadableError({ rule: 'empty' });
  for (const path of [output, textPath]) await writeFile(path, text, { flag: 'wx', mode: 0o600 });
  return {
    type: 'text/plain',
    file: 'output',
    width: null,
    height: null,
    pages: null,
    characters: text.length,
    tokens: estimateTokens(text),
  };
}
