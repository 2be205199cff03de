import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { smallCatalogue, snapshotLines, takeStep } from './catalogueSteps.ts';
import { Random } from './random.ts';

/** The changes from the first edition to the second: pages and pictures that change, and some that come. */
const changes = ['renames a GPT', 'posts to the blog'];
const gpts = 3;
const usedDays = 2;

/** Two states of one small catalogue with all kinds of pages, as folders that `editionPublisher.ts` reads. */
export async function writeEditions(
  root: string,
  seed: number,
): Promise<[first: string, second: string]> {
  const [first, second] = [join(root, 'first'), join(root, 'second')];
  await writeEdition(first, 'first', seed, []);
  await writeEdition(second, 'second', seed, changes);
  return [first, second];
}

async function writeEdition(
  folder: string,
  version: string,
  seed: number,
  names: readonly string[],
): Promise<void> {
  const blog = join(folder, 'blog');
  for (const language of ['en', 'de']) await mkdir(join(blog, language), { recursive: true });
  const catalogue = smallCatalogue(blog, new Random(seed), usedDays, gpts);
  for (const name of names) await takeStep(catalogue, name);
  const [start = '', ...others] = snapshotLines(catalogue);
  const named = JSON.stringify({ ...(JSON.parse(start) as object), version });
  await writeFile(join(folder, 'snapshot.ndjson'), `${[named, ...others].join('\n')}\n`);
}
