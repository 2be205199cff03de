import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { prepareCatalogue } from '../bench/api/catalogue.ts';

const parent = await mkdtemp(join(tmpdir(), 'dolores-catalogue-'));
afterAll(() => rm(parent, { recursive: true, force: true }));

it('makes the catalogue of a measurement in a new folder, and keeps it for the next one', async () => {
  const folder = join(parent, 'data');
  const catalogue = { count: 20, days: 10, seed: 1 };
  const lines: string[] = [];
  const options = { fresh: false, progress: (line: string): number => lines.push(line) };
  const made = await prepareCatalogue(folder, catalogue, options);
  expect(lines).toEqual([
    `Making 20 GPTs and 10 days of history in ${folder} (once)`,
    'Freezing their rankings (once)',
  ]);
  expect(await prepareCatalogue(folder, catalogue, options)).toBe(made);
  expect(lines).toHaveLength(2);
});
