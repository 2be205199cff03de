import { afterEach, expect, it, vi } from 'vitest';
import { holdCalls } from '#contract/call.ts';
import { watchLiveChanges } from '#stores/chat/liveChanges.ts';
import { ChangeStream } from '../../setup/changeStream.ts';
import { longWait } from '../../setup/longWait.ts';

afterEach(() => vi.unstubAllGlobals());

it('follows changes of other devices after the first calls of the page', async () => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('EventSource', ChangeStream);
  ChangeStream.all = [];
  const first = Promise.withResolvers<void>();
  holdCalls([], first.promise);
  const unwatch = watchLiveChanges();
  await Promise.resolve();
  expect(ChangeStream.all).toEqual([]);
  first.resolve();
  const opened = () => ChangeStream.all.map(({ url }) => url);
  await vi.waitFor(() => expect(opened()).toEqual(['/api/chat/changes']), longWait);
  unwatch();
});
