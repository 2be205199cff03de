import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { importMaxBytes } from '#domain/chat/chat.ts';
import { $import, cancelImport, importFile } from '#stores/conversations/importing.ts';
import { $conversations } from '#stores/conversations/conversations.ts';
import { makeConversation } from '../../fixtures/conversationCards.ts';
import {
  type FakeApi,
  type Handle,
  hangUp,
  json,
  refuse,
  startFakeApi,
} from '../../setup/fakeApi.ts';
import { stubXhr } from '../../setup/xhr.ts';

let api: FakeApi;

const report = {
  imported: 1,
  unchanged: 0,
  shortened: 0,
  long_count: 0,
  long: [],
  left_out: [],
  unread: null,
  rejected_count: 0,
  rejected: [],
};
const list = json({ pinned: [], items: [makeConversation(1)] });

beforeAll(async () => {
  api = await startFakeApi();
});

beforeEach(() => {
  stubXhr();
  $import.set({ state: 'idle' });
  $conversations.set({ state: 'loading' });
});

afterEach(() => vi.unstubAllGlobals());
afterAll(() => api.close());

describe('an import of a file', () => {
  it('sends it, keeps the report and loads the list', async () => {
    api.answer(json(report), list);
    const states: string[] = [];
    const unsubscribe = $import.listen(({ state }) => states.push(state));
    await importFile(file('one.json'));
    unsubscribe();
    expect($import.get()).toEqual({ state: 'done', file: 'one.json', report });
    expect(new Set(states)).toEqual(new Set(['sending', 'reading', 'done']));
    expect(api.seen.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/api/chat/import', 'one.json'],
      ['GET', '/api/chat/conversations?size=50', ''],
    ]);
    expect($conversations.get()).toMatchObject({ state: 'ready', items: [makeConversation(1)] });
  });

  it('takes the next file while the list still loads', async () => {
    const loading = Promise.withResolvers<void>();
    const later: Handle = async (request, response) => {
      await loading.promise;
      list(request, response);
    };
    api.answer(json(report), later, json({ ...report, imported: 0, unchanged: 1 }), list);
    const first = importFile(file('one.json'));
    await expect.poll(() => api.seen.length).toBe(2);
    await importFile(file('two.json'));
    expect($import.get()).toMatchObject({ file: 'two.json', report: { unchanged: 1 } });
    loading.resolve();
    await first;
    expect($import.get()).toMatchObject({ file: 'two.json' });
  });

  it('takes no other file during an upload, and can be cancelled', async () => {
    const arrived = Promise.withResolvers<void>();
    api.answer(() => arrived.resolve());
    const running = importFile(file('one.json'));
    await arrived.promise;
    await importFile(file('two.json'));
    expect($import.get()).toMatchObject({ state: 'reading', file: 'one.json' });
    cancelImport();
    await running;
    expect($import.get()).toEqual({ state: 'idle' });
    expect(api.seen).toHaveLength(1);
  });

  it.each([
    ['an empty file', new File([], 'a.json'), 'conversations.import.empty'],
    ['a file that is too large', ofSize(importMaxBytes + 1), 'conversations.import.tooLarge'],
  ])('refuses %s without sending it', async (_, given, key) => {
    api.answer(json(report));
    await importFile(given);
    expect($import.get()).toMatchObject({ state: 'failed', problem: { key } });
    expect(api.seen).toEqual([]);
  });

  it.each([
    ['nothing in it can be read', refuse(400, 'invalid_input'), 'conversations.import.unreadable'],
    ['another one runs', refuse(409, 'conflict'), 'errors.conflict'],
    ['the connection breaks', hangUp, 'errors.offline'],
  ])('shows that %s', async (_, answer, key) => {
    api.answer(answer);
    await importFile(file('one.json'));
    expect($import.get()).toMatchObject({ state: 'failed', file: 'one.json', problem: { key } });
  });

  it('leads to the login page without a session', async () => {
    api.answer(refuse(401, 'not_signed_in'));
    await importFile(file('one.json'));
    expect(api.left).toHaveLength(1);
  });
});

/** A file whose content is its name. */
function file(name: string): File {
  return new File([name], name);
}

/** A file that reports so many bytes. */
function ofSize(size: number): File {
  return Object.defineProperty(file('large.json'), 'size', { value: size });
}
