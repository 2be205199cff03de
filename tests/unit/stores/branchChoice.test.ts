import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeApi, hangUp, json, refuse, startFakeApi } from '../../setup/fakeApi.ts';
import { branchingMessages, messageIds as ids, storedConversation } from '../../fixtures/thread.ts';
import { conversationId } from '../../fixtures/answer.ts';
import { stubLocalStorage } from '../../setup/localStorage.ts';

let api: FakeApi;
let stored: Record<string, string>;

beforeAll(async () => {
  api = await startFakeApi();
});

beforeEach(() => {
  stored = {};
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.resetModules();
});

afterAll(() => api.close());

/** A new page on the same local storage, with a conversation whose branch the server says ends with `leaf`. */
async function openPage(leaf: string) {
  vi.stubGlobal('addEventListener', () => undefined);
  stubLocalStorage(stored);
  vi.resetModules();
  const { openThread } = await import('#stores/chat/openThread.ts');
  const { showBranch } = await import('#stores/chat/shownBranch.ts');
  const { untilBranchSaved } = await import('#stores/thread/branchChoice.ts');
  const { $messages } = await import('#stores/thread/thread.ts');
  api.answer(json(storedConversation(branchingMessages, leaf)));
  await openThread({ group: 'openai', model: 'gpt-4o-mini' }, conversationId);
  return { showBranch, untilBranchSaved, texts: () => $messages.get().map(({ text }) => text) };
}

describe('a chosen branch', () => {
  it('is kept if the page is left before the server has stored it, and is sent again', async () => {
    const before = await openPage(ids[4]);
    expect(before.texts()).toEqual(['1', '1b']);
    api.answer(hangUp);
    before.showBranch(ids[1]);
    await before.untilBranchSaved();
    const after = await openPage(ids[4]);
    expect(after.texts()).toEqual(['1', '1a', '2', '2a']);
    await after.untilBranchSaved();
    const patch = api.seen.find(({ method }) => method === 'PATCH');
    expect(patch?.body).toBe(JSON.stringify({ leaf_id: ids[3] }));
  });

  it.each([
    ['knows', json({})],
    ['refuses', refuse(404, 'unknown_conversation')],
  ])('is the server’s alone once that %s it', async (_, answer) => {
    const before = await openPage(ids[4]);
    api.answer(answer);
    before.showBranch(ids[1]);
    await before.untilBranchSaved();
    expect(stored).toEqual({});
    const after = await openPage(ids[4]);
    expect(after.texts()).toEqual(['1', '1b']);
  });

  it('is not sent again later, when another device may have chosen since', async () => {
    const before = await openPage(ids[4]);
    api.answer(hangUp);
    before.showBranch(ids[1]);
    await before.untilBranchSaved();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    const after = await openPage(ids[4]);
    expect(after.texts()).toEqual(['1', '1b']);
  });

  it.each(['{', 'null', '[]', '{"conversationId":"another"}'])(
    'is not found in %s',
    async (text) => {
      stored = { branch: text };
      const { texts } = await openPage(ids[4]);
      expect(texts()).toEqual(['1', '1b']);
    },
  );
});
