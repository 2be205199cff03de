import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { serverFlags } from '../../../scripts/bootstrap/run.mjs';

const printCache = `data:text/javascript,
  import { getCompileCacheDir } from 'node:module';
  import { Worker, isMainThread } from 'node:worker_threads';
  console.log(getCompileCacheDir());
  if (isMainThread) new Worker(new URL(import.meta.url));`;

it('keeps compiled code of the server and of its threads where the server may write', () => {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const run = spawnSync(process.execPath, [...serverFlags, `--import=${printCache}`, '-e', ''], {
    env,
  });
  const folders = run.stdout.toString().trim().split('\n');
  expect(folders).toHaveLength(2);
  for (const folder of folders) expect(folder.startsWith(resolve('.astro/compiled/'))).toBe(true);
});

it('is also used in the container', () => {
  const [file = ''] = serverFlags[0]?.match(/scripts\/.*/) ?? [];
  expect(readFileSync('Dockerfile', 'utf8')).toContain(`--import=./${file}`);
});
