import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ask } from '#stores/chat/chat.ts';
import { chooseModel } from '#stores/chat/modelChoice.ts';
import { openThread } from '#stores/chat/openThread.ts';
import { $activity } from '#stores/conversations/activity.ts';
import { $isTemporary, openTemporaryId, switchTemporary } from '#stores/conversations/temporary.ts';
import { putBackAttachments } from '#stores/drafts/attachments.ts';
import { $draft, draftKey, editDraft, openDraft } from '#stores/drafts/drafts.ts';
import { enqueue } from '#stores/drafts/queue.ts';
import { $route, replacePath } from '#stores/route/route.ts';
import { $messages, $thread } from '#stores/thread/thread.ts';
import { accepted, conversationId, finished } from '../../fixtures/answer.ts';
import { textFile } from '../../fixtures/attachment.ts';
import { type FakeApi, json, startFakeApi, stream } from '../../setup/fakeApi.ts';
import { stubLocalStorage, stubSessionStorage } from '../../setup/localStorage.ts';
import { longWait } from '../../setup/longWait.ts';

const mini = { group: 'openai', model: 'gpt-4o-mini' } as const;
const turbo = { group: 'openai', model: 'gpt-4-turbo' } as const;
const claude = { group: 'claude', model: 'claude-2' } as const;
const answered = stream([
  [1, accepted],
  [2, finished],
]);

let api: FakeApi;
let stored: Record<string, string>;
/** The storage that ends with the tab. */
let tabStored: Record<string, string>;

beforeAll(async () => {
  api = await startFakeApi();
});

beforeEach(async () => {
  stored = {};
  tabStored = {};
  stubLocalStorage(stored);
  stubSessionStorage(tabStored);
  vi.stubGlobal('history', {
    replaceState: (_state: unknown, _title: string, path: string) => {
      const { pathname, search } = new URL(path, 'http://localhost');
      Object.assign(location, { pathname, search });
    },
  });
  await open('/en/chat/openai/gpt-4o-mini?temporary');
  api.answer(answered);
});

afterEach(async () => {
  await leave();
  vi.unstubAllGlobals();
});
afterAll(() => api.close());

/** Opens an address as `useTarget` does. */
async function open(path: string): Promise<void> {
  replacePath(path);
  const route = $route.get();
  if (route?.screen !== 'chat') throw new Error(`${path} is no chat`);
  const { target, conversationId: id, text, temporary } = route;
  await openThread(target, id);
  openDraft(draftKey(target, id ?? openTemporaryId(), temporary), text);
}

/** Opens another chat, and waits until the temporary conversation is deleted. */
async function leave(): Promise<void> {
  const isBegun = openTemporaryId() !== undefined;
  api.answer(json({ deleted: '2026-01-02T03:04:05.000Z', count: 1 }));
  await open('/en/chat/openai/gpt-4-turbo');
  if (isBegun) await vi.waitFor(() => expect(deletions()).toHaveLength(1), longWait);
}

const address = () => location.pathname + location.search;
const reopen = () => open(address());
const bodies = () =>
  api.seen
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const deletions = () => api.seen.filter(({ method }) => method === 'DELETE');

async function askToTheEnd(text: string): Promise<void> {
  ask(text);
  await vi.waitFor(
    () => expect($messages.get().at(-1)).toMatchObject({ state: 'finished' }),
    longWait,
  );
}

describe('another model in a temporary chat', () => {
  it('keeps a new one temporary, and its text', async () => {
    editDraft('Typed');
    chooseModel({ group: 'claude', id: 'claude-2' });
    await reopen();
    expect(address()).toBe('/en/chat/claude/claude-2?temporary');
    expect($isTemporary.get()).toBe(true);
    expect($draft.get()).toEqual({ key: draftKey(claude, undefined, true), text: 'Typed' });
    await askToTheEnd('A question');
    expect(bodies()).toMatchObject([{ target: { model: 'claude-2' }, temporary: true }]);
  });

  it('answers the next question of one that has begun', async () => {
    await askToTheEnd('A question');
    editDraft('Typed');
    chooseModel({ group: 'claude', id: 'claude-2' });
    await reopen();
    expect(address()).toBe('/en/chat/claude/claude-2?temporary');
    expect($thread.get()).toMatchObject({ conversationId, target: mini });
    expect($draft.get()).toEqual({ key: `~${conversationId}`, text: 'Typed' });
    await askToTheEnd('Another');
    expect(bodies()[1]).toMatchObject({
      conversation_id: conversationId,
      target: { model: 'claude-2' },
      switch_target: true,
    });
    expect(deletions()).toEqual([]);
  });
});

describe('what is typed in a temporary chat', () => {
  it('keeps other drafts when its tab is full', async () => {
    stored['draft:older#tab'] = 'Older';
    stored['drafts'] = '["older#tab"]';
    stubSessionStorage(tabStored, 300);
    editDraft('x'.repeat(400));
    await leave();
    expect(Object.values(tabStored).join('')).not.toContain('x'.repeat(400));
    expect(stored).toMatchObject({ 'draft:older#tab': 'Older', drafts: '["older#tab"]' });
  });

  it('is stored in this tab only, as are its files and its queue', async () => {
    editDraft('Private words');
    putBackAttachments([textFile]);
    enqueue({ text: 'Private queue', attachments: [] });
    await vi.waitFor(() => expect(JSON.stringify(tabStored)).toContain('Private words'), longWait);
    expect(JSON.stringify(stored)).not.toMatch(/Private|a\.txt|gpt-4o-mini/);
  });

  it('moves with the chat that becomes ordinary, and back', async () => {
    editDraft('Typed');
    switchTemporary();
    await reopen();
    expect([$isTemporary.get(), $draft.get()]).toEqual([
      false,
      { key: draftKey(mini, undefined), text: 'Typed' },
    ]);
    switchTemporary();
    await reopen();
    expect([$isTemporary.get(), $draft.get()]).toEqual([
      true,
      { key: draftKey(mini, undefined, true), text: 'Typed' },
    ]);
  });
});

describe('an answer in a temporary chat', () => {
  it('is never unread, because no list shows its conversation', async () => {
    await askToTheEnd('A question');
    expect($activity.get()).toEqual({});
  });
});

describe('a temporary chat that is left', () => {
  it('is deleted with the text, the queue and the files that were not sent', async () => {
    await askToTheEnd('A question');
    editDraft('Typed');
    enqueue({ text: 'Queued', attachments: [] });
    putBackAttachments([textFile]);
    expect(Object.keys(tabStored)).toContain(`queue:~${conversationId}`);
    await leave();
    expect($thread.get()).toMatchObject({ conversationId: undefined });
    expect($draft.get()).toEqual({ key: draftKey(turbo, undefined), text: '' });
    expect(JSON.stringify([stored, tabStored])).not.toContain(conversationId);
  });
});
