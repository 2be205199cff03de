import { parseCrontab } from 'graphile-worker';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { crontabProblem } from '#server/crontab.ts';

const lines = [
  '* * * * *',
  '*/5 0-6,23 1,15 * 7',
  '0 4 * *',
  '60 4 * * *',
  '0 24 * * *',
  '0 4 0 * *',
  '0 4 * 13 *',
  '0 4 * * 8',
  '0 4 * * MON',
  '5-1 4 * * *',
  '*/0 4 * * *',
  '0 4 * * * rm',
  '@daily',
  '1, 4 * * *',
];

function isReadable(line: string): boolean {
  try {
    parseCrontab(`${line} task`);
    return true;
  } catch {
    return false;
  }
}

describe('times of a crontab', () => {
  it.each(lines)('are interpreted as the worker reads them: %s', (line) => {
    expect(crontabProblem(line) === undefined).toBe(isReadable(line));
  });

  it('are refused in a sentence that names the field', () => {
    expect(crontabProblem('0 25 * * *')).toBe(
      'has a wrong hour, “25”: use *, */5, a number from 0 to 23 or a range such as 0-2',
    );
    expect(() => readConfig({ PUBLISH_CRON: '0 4 * * *; 0 4' })).toThrow(
      'PUBLISH_CRON: “0 4” must have five fields, minute, hour',
    );
    expect(() => readConfig({ PUBLISH_HOOK_SECRET: 'short' })).toThrow('at least 16 characters');
    const { publishTimes, publishHook } = readConfig({ PUBLISH_CRON: '0 4 * * *; */30 * * * 1-5' });
    expect(publishTimes).toEqual(['0 4 * * *', '*/30 * * * 1-5']);
    expect(publishHook).toEqual({ secret: undefined, branch: 'main', pulls: false });
  });
});
