import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

/**
 * Reads the assistants that the product ships with: Markdown files with the fields in their front matter. A file of the
 * same name in `examples/` has an example by their author: question and date in the front matter, and the answer below.
 */
export async function* readStarterFolder(
  folder: string,
): AsyncGenerator<{ place: string; value: unknown }> {
  const withExample = new Set(await exampleFiles(folder));
  const names = (await readdir(folder)).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  );
  for (const name of names.toSorted()) yield readStarter(folder, name, withExample.has(name));
}

/** Returns the names of the files in `examples/`, each of which is the id of an assistant with `.md`. */
export function exampleFiles(folder: string): Promise<string[]> {
  return readdir(join(folder, 'examples')).catch(() => []);
}

/** Reads one assistant, with its example if it has one. */
export async function readStarter(
  folder: string,
  name: string,
  hasExample: boolean,
): Promise<{ place: string; value: unknown }> {
  const value = parseFile(await readFile(join(folder, name), 'utf8'), 'instructions');
  if (value === undefined || !hasExample) return { place: name, value };
  const example = parseFile(await readFile(join(folder, 'examples', name), 'utf8'), 'answer');
  return { place: name, value: { ...value, examples: [example] } };
}

/** Returns the fields of the front matter, and the text below it as the field `body`. */
function parseFile(text: string, body: string): Record<string, unknown> | undefined {
  const parts = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text);
  if (!parts) return undefined;
  const fields = parse(parts[1] ?? '') as Record<string, unknown>;
  return { ...fields, [body]: parts[2]?.trim() };
}
