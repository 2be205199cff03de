import { afterEach, expect, it, vi } from 'vitest';
import { watchLiveChanges } from '#stores/chat/liveChanges.ts';
import { ChangeStream } from '../../setup/changeStream.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('connects to changes again after the computer slept, also if the connection looks open', () => {
  vi.stubGlobal('EventSource', ChangeStream);
  ChangeStream.all = [];
  const page = { visibilityState: 'visible', cookie: '' };
  vi.stubGlobal('document', Object.assign(new EventTarget(), page));
  vi.stubGlobal('addEventListener', () => undefined);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const unwatch = watchLiveChanges();
  vi.advanceTimersByTime(120_000);
  expect(ChangeStream.all).toHaveLength(1);
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(10_000);
  const isClosed = ChangeStream.all.map(({ readyState }) => readyState === ChangeStream.CLOSED);
  expect(isClosed).toEqual([true, false]);
  unwatch();
});
