import { createReadStream } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { ImportRow } from '#server/services/gpts/importGpts.ts';

/** Longest line of a JSON Lines file, in characters. */
const lineMaxCharacters = 5_000_000;

/** The rows of a JSON Lines file, one line in memory at a time. A line that is no JSON is a row without a value. */
export async function* readJsonLines(file: string): AsyncGenerator<ImportRow> {
  let number = 0;
  for await (const line of linesOf(file)) {
    number += 1;
    const text = number === 1 ? line.replace(/^\uFEFF/, '') : line;
    if (text.trim() === '') continue;
    yield { place: `${file}:${number}`, value: parseLine(text) };
  }
}

/** The assistants that the product ships with: Markdown files whose front matter holds the fields. */
export async function* readStarterFolder(folder: string): AsyncGenerator<ImportRow> {
  const names = (await readdir(folder)).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  );
  for (const name of names.toSorted()) {
    const text = await readFile(join(folder, name), 'utf8');
    yield { place: name, value: parseStarter(text) };
  }
}

/**
 * What stands between the `\n` of a file: unlike Node's readline, which also ends a line at U+2028 and at lone carriage
 * returns. Of a line that is too long, only so much that this can be seen.
 */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const parts = (rest + String(chunk)).split('\n');
    rest = (parts.pop() ?? '').slice(0, lineMaxCharacters + 1);
    yield* parts;
  }
  if (rest !== '') yield rest;
}

function parseLine(line: string): unknown {
  if (line.length > lineMaxCharacters) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function parseStarter(text: string): unknown {
  const parts = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text);
  if (!parts) return undefined;
  const fields = parse(parts[1] ?? '') as Record<string, unknown>;
  return { ...fields, instructions: parts[2]?.trim() };
}
