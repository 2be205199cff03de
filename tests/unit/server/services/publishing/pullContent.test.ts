import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pullContent } from '#server/services/publishing/queue/pullContent.ts';

let folder: string;
let origin: string;
let checkout: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolores-pull-'));
  [origin, checkout] = [join(folder, 'origin'), join(folder, 'checkout')];
  git(folder, 'init', '--quiet', '--initial-branch=main', origin);
  await commit(origin, 'one');
  git(folder, 'clone', '--quiet', origin, checkout);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function git(where: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=Editor', '-c', 'user.email=editor@example.org'];
  execFileSync('git', [...identity, ...args], { cwd: where, stdio: 'ignore' });
}

async function commit(where: string, text: string): Promise<void> {
  await writeFile(join(where, 'post.md'), text);
  git(where, 'add', 'post.md');
  git(where, 'commit', '--quiet', '-m', text);
}

it('pulls new content, and names the reason of a failure', async () => {
  await commit(origin, 'two');
  await pullContent(checkout);
  expect(await readFile(join(checkout, 'post.md'), 'utf8')).toBe('two');
  await commit(checkout, 'here');
  await commit(origin, 'there');
  await expect(pullContent(checkout)).rejects.toThrow(/^git pull failed: .*fast-forward/i);
  expect(await readFile(join(checkout, 'post.md'), 'utf8')).toBe('here');
});

it('does not print a password', async () => {
  const address = 'http://editor:the-password@127.0.0.1:9/content.git';
  git(checkout, 'remote', 'set-url', 'origin', address);
  const failure = await pullContent(checkout).catch(String);
  expect(failure).toContain('git pull failed: ');
  expect(failure).not.toContain('the-password');
});
