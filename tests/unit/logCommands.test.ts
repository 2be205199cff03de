import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/operating/logs.md', 'utf8');
const commands = [...page.matchAll(/^journalctl -u dolores -o cat \| (jq .+)$/gm)].map(
  ([, command = '']) => command,
);

/** The journal of a unit: lines of systemd, sentences and JSON lines of the server, one of which was cut. */
const answers = [30, 10, 20].map((milliseconds) =>
  JSON.stringify({ level: 30, msg: 'answer', state: 'done', firstTextMilliseconds: milliseconds }),
);
const failed = '{"level":30,"msg":"answer","state":"failed"}';
const error = '{"level":50,"msg":"a job failed"}';
const journal = [
  'Started dolores.service - Dolores.',
  answers[0],
  'Dolores is ready: http://localhost:3000',
  failed,
  '17',
  '"quoted"',
  answers[1],
  error,
  answers[2],
  'dolores.service: Main process exited, code=killed, status=9/KILL',
  '{"level":50,"msg":"cut o',
].join('\n');

const hasJq = spawnSync('jq', ['--version']).status === 0;

describe('the commands of docs/operating/logs.md', () => {
  it('are three', () => {
    expect(commands).toHaveLength(3);
  });

  it.skipIf(!hasJq)('read a journal with lines that are no JSON', () => {
    const runs = commands.map((command) => {
      const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { input: journal });
      return [status, String(stdout), String(stderr)];
    });
    expect(runs).toEqual([
      [0, `${failed}\n`, ''],
      [0, '20\n', ''],
      [0, `${error}\n`, ''],
    ]);
  });
});
