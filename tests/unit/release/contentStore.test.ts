import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeUnreferenced } from '#release/contentStore.ts';

it('removes unreferenced contents, and keeps system files in the store', async () => {
  const store = await mkdtemp(join(tmpdir(), 'dolores-store-'));
  const [kept, old] = ['a'.repeat(64), 'b'.repeat(64)];
  for (const folder of ['aa', 'bb', 'lost+found']) await mkdir(join(store, folder));
  await writeFile(join(store, 'aa', kept), '1');
  await writeFile(join(store, 'bb', `${old}.br`), '1');
  await writeFile(join(store, 'desktop.ini'), '1');
  await writeFile(join(store, 'lost+found', '#12'), '1');
  expect(await removeUnreferenced(store, new Set([kept]))).toBe(1);
  const left = await readdir(store, { recursive: true });
  expect(left.toSorted()).toEqual(
    [`aa/${kept}`, 'aa', 'bb', 'desktop.ini', 'lost+found', 'lost+found/#12'].toSorted(),
  );
  await rm(store, { recursive: true });
});
