import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Reads the assistants that the product ships with: Markdown files with the fields in their front matter. */
export async function* readStarterFolder(
  folder: string,
): AsyncGenerator<{ place: string; value: unknown }> {
  const names = (await readdir(folder)).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  );
  for (const name of names.toSorted()) {
    const text = await readFile(join(folder, name), 'utf8');
    yield { place: name, value: parseStarter(text) };
  }
}

function parseStarter(text: string): unknown {
  const parts = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text);
  if (!parts) return undefined;
  const fields = parse(parts[1] ?? '') as Record<string, unknown>;
  return { ...fields, instructions: parts[2]?.trim() };
}
