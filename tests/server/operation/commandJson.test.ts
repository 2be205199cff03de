import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HostileServer, startHostileServer } from '../../setup/hostileServer.ts';
import type { OperatorRun } from '../../setup/operatorProcess.ts';

let server: HostileServer;

beforeAll(async () => {
  server = await startHostileServer();
});

afterAll(() => server.close());

/** Whether the document of a run is an object with named fields or a list of them. */
function hasNamedFields({ out, err, status }: OperatorRun): boolean {
  if (out === '') return status !== 0 && isNamed(failureIn(err));
  const document: unknown = JSON.parse(out);
  return Array.isArray(document) ? document.every(isNamed) : isNamed(document);
}

/** Returns the document of a failure. Warnings may come before it. */
function failureIn(err: string): unknown {
  return JSON.parse(err.slice(err.search(/^\{/m)));
}

function isNamed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const names = Object.keys(value);
  return names.length > 0 && names.join() !== 'lines';
}

it('prints named fields with --json for every command', { timeout: 300_000 }, async () => {
  const wrong: string[] = [];
  for (const [words, each] of Object.entries(server.cases)) {
    for (const { args } of each) {
      const run = await server.shell.run(...words.split(' '), ...args, '--json', '--yes');
      if (hasNamedFields(run)) continue;
      wrong.push(`${words} ${JSON.stringify(args)}: ${JSON.stringify(run)}`);
    }
  }
  expect(wrong).toEqual([]);
});
