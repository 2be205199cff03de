import { expect, it } from 'vitest';
import { Semaphore, mapConcurrently } from '#domain/concurrency.ts';

it('runs up to its limit of calls in parallel, and the others in their order', async () => {
  const semaphore = new Semaphore(2);
  const ends: PromiseWithResolvers<void>[] = [];
  const started: number[] = [];
  const runs = [0, 1, 2, 3].map((number) =>
    semaphore.run(() => {
      started.push(number);
      ends[number] = Promise.withResolvers();
      return ends[number].promise;
    }),
  );
  expect(started).toEqual([0, 1]);
  expect(semaphore.waiting).toBe(2);
  ends[1]?.resolve();
  await runs[1];
  expect(started).toEqual([0, 1, 2]);
  for (const end of [0, 2]) ends[end]?.resolve();
  await runs[0];
  ends[3]?.resolve();
  await Promise.all(runs);
  expect(semaphore.isIdle).toBe(true);
});

it('lets a call leave the queue when its signal aborts', async () => {
  const semaphore = new Semaphore(1);
  const end = Promise.withResolvers<void>();
  const first = semaphore.run(() => end.promise);
  const controller = new AbortController();
  const left = semaphore.run(async () => 'never', controller.signal);
  const third = semaphore.run(async () => 'third');
  controller.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await expect(
    semaphore.run(async () => 'late', AbortSignal.abort(new Error('late'))),
  ).rejects.toThrow('late');
  expect(semaphore.waiting).toBe(1);
  end.resolve();
  await first;
  expect(await third).toBe('third');
});

it('maps with a limit and keeps the order of the items', async () => {
  let running = 0;
  let most = 0;
  const results = await mapConcurrently([30, 10, 20, 0], 2, async (milliseconds) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    running -= 1;
    return milliseconds + 1;
  });
  expect(results).toEqual([31, 11, 21, 1]);
  expect(most).toBe(2);
});

it('prepares the next item while others run', async () => {
  const log: string[] = [];
  async function* items() {
    for (const name of ['one', 'two']) {
      log.push(`made ${name}`);
      yield name;
    }
  }
  await mapConcurrently(items(), 1, async (name) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    log.push(`stored ${name}`);
  });
  expect(log).toEqual(['made one', 'made two', 'stored one', 'stored two']);
});

it('stops at the first failure, waits for running calls, and throws the failure', async () => {
  const ended: number[] = [];
  const mapped = mapConcurrently([1, 2, 3, 4], 2, async (number) => {
    if (number === 2) throw new Error('second');
    await new Promise((resolve) => setTimeout(resolve, 5));
    ended.push(number);
  });
  await expect(mapped).rejects.toThrow('second');
  expect(ended).toEqual([1]);
});
