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
  const examples = join(folder, 'examples');
  const withExample = new Set(await readdir(examples).catch(() => []));
  const names = (await readdir(folder)).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  );
  for (const name of names.toSorted()) {
    const value = parseFile(await readFile(join(folder, name), 'utf8'), 'instructions');
    if (value === undefined || !withExample.has(name)) yield { place: name, value };
    else {
      const example = parseFile(await readFile(join(examples, name), 'utf8'), 'answer');
      yield { place: name, value: { ...value, examples: [example] } };
    }
  }
}

/** Returns the fields of the front matter, and the text below it as the field `body`. */
function parseFile(text: string, body: string): Record<string, unknown> | undefined {
  const parts = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text);
  if (!parts) return undefined;
  const fields = parse(parts[1] ?? '') as Record<string, unknown>;
  return { ...fields, [body]: parts[2]?.trim() };
}
