import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { untilAborted } from '#server/untilAborted.ts';

it('waits for the result, and removes its listeners at the signal', async () => {
  const { signal } = new AbortController();
  for (let time = 0; time < 100; time += 1) await untilAborted(Promise.resolve(), signal);
  await untilAborted(Promise.reject(new Error('no')), signal).catch(() => undefined);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('throws the reason of a signal that aborts, or has aborted before', async () => {
  const abort = new AbortController();
  const waiting = untilAborted(new Promise(() => undefined), abort.signal);
  abort.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(untilAborted(Promise.reject(new Error('late')), abort.signal)).rejects.toThrow();
});
