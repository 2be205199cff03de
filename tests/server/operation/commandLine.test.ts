import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sentenceOf } from '#server/errors.ts';
import { nodeFlags } from '../../../scripts/bootstrap/run.mjs';

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dolores-arguments-'));
});

afterAll(() => rm(dataDir, { recursive: true }));

it.each([
  ['scripts/publish-site.ts', ['--fulll'], 'its arguments are --full, --env-file FILE'],
  ['scripts/publish-site.ts', ['de'], 'its arguments are --full, --env-file FILE'],
  ['scripts/dev.ts', ['--port=1'], 'its arguments are --env-file FILE'],
  ['src/server/worker.ts', ['--count=2'], 'its arguments are --env-file FILE'],
  ['src/server/database.ts', ['--port', '1'], 'its arguments are --env-file FILE'],
  ['src/server/main.ts', ['--dmeo'], 'its arguments are --demo, --env-file FILE'],
])('%s refuses %j and does nothing', async (script, args, rule) => {
  const child = spawn(process.execPath, [...nodeFlags, script, ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [printed, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  expect([status, printed]).toEqual([2, '']);
  expect(errors).toContain(rule);
  expect(errors).not.toMatch(/^\s+at /m);
});

it('reports a full disk without a stack trace', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
  });
  const failure = new Error('Writing failed', { cause: full });
  expect(sentenceOf(failure)).toBe(
    'No space is left on the disk: make some and try again (Writing failed)',
  );
});
