import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { pasteable } from '../../../scripts/commands/terminal.ts';

describe('an id in a list', () => {
  it('is printed unchanged if it is one word of a shell', () => {
    for (const id of ['gpt-4-all', '-_x', 'g/a:b@c.d+e%20', 'évént_1', '故事']) {
      expect(pasteable(id)).toBe(id);
    }
  });

  it('is the same id after it was pasted into a shell', () => {
    const odd = ['two words', ' a ', "it's", '$(id)', '`id`', '"', '\\', '~', 'a*', '!', '#'];
    const invisible = ['a\nb', '\u001b[31mred', "\u200bit's \\ $x", '\u{e0001}x'];
    const ids = [...odd, ...invisible];
    const command = `printf '%s\\0' ${ids.map(pasteable).join(' ')}`;
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    const { stdout } = spawnSync('bash', ['-c', command], { encoding: 'utf8', env });
    expect(stdout.split('\0').slice(0, -1)).toEqual(ids);
    expect(command).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});
