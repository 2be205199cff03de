import { pino } from 'pino';
import { expect, it } from 'vitest';
import { whenReachable } from '#server/whenReachable.ts';

const log = pino({ level: 'silent' });
const gone = Object.assign(new Error('It is away'), { code: 'ECONNREFUSED' });

it('retries while the database is away', async () => {
  let tries = 0;
  const work = async () => {
    tries += 1;
    if (tries < 3) throw gone;
    return 'done';
  };
  expect(await whenReachable(work, log)).toBe('done');
  expect(tries).toBe(3);
});

it('throws every other error at once', async () => {
  let tries = 0;
  const work = async () => {
    tries += 1;
    throw new Error('It is wrong');
  };
  await expect(whenReachable(work, log)).rejects.toThrow('It is wrong');
  expect(tries).toBe(1);
});

it('ends with its signal', async () => {
  const stopping = new AbortController();
  const work = async () => {
    setTimeout(() => stopping.abort(), 10);
    throw gone;
  };
  await expect(whenReachable(work, log, stopping.signal)).rejects.toBe(gone);
});
