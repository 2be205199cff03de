import { afterEach, expect, it, vi } from 'vitest';
import { watchLiveChanges } from '#stores/chat/liveChanges.ts';

/** The connections that the page opened. */
const connections: Connection[] = [];

class Connection extends EventTarget {
  isClosed = false;

  constructor() {
    super();
    connections.push(this);
  }

  close(): void {
    this.isClosed = true;
  }
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('connects to changes again after the computer slept, also if the connection looks open', () => {
  vi.stubGlobal('EventSource', Connection);
  const page = { visibilityState: 'visible', cookie: '' };
  vi.stubGlobal('document', Object.assign(new EventTarget(), page));
  vi.stubGlobal('addEventListener', () => undefined);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const unwatch = watchLiveChanges();
  vi.advanceTimersByTime(120_000);
  expect(connections).toHaveLength(1);
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(10_000);
  expect(connections.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  unwatch();
});
