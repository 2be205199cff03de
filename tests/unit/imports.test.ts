import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { nodeFlags } from '../../scripts/bootstrap/run.mjs';

const program = fileURLToPath(new URL('../fixtures/packageImports.ts', import.meta.url));

async function run(flags: readonly string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program]);
  return JSON.parse(stdout);
}

/** They are loaded without reading the same package files repeatedly. */
it('imports and requires the same files of packages as Node does by default', async () => {
  const found = await run(nodeFlags);
  expect(found).toEqual(await run([]));
  expect(found).toMatchObject({ required: expect.stringMatching(/\.c?js$/) });
});
