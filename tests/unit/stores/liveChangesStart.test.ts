import { afterEach, expect, it, vi } from 'vitest';
import { holdCalls } from '#contract/call.ts';
import { watchLiveChanges } from '#stores/chat/liveChanges.ts';
import { longWait } from '../../setup/longWait.ts';

afterEach(() => vi.unstubAllGlobals());

it('follows changes of other devices after the first calls of the page', async () => {
  const opened: string[] = [];
  class Connection extends EventTarget {
    constructor(url: string) {
      super();
      opened.push(url);
    }
    close(): void {}
  }
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('EventSource', Connection);
  const first = Promise.withResolvers<void>();
  holdCalls([], first.promise);
  const unwatch = watchLiveChanges();
  await Promise.resolve();
  expect(opened).toEqual([]);
  first.resolve();
  await vi.waitFor(() => expect(opened).toEqual(['/api/chat/changes']), longWait);
  unwatch();
});
