import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnswerEvent } from '#contract/chat/chat.ts';
import { $draft, draftKey, editDraft, openDraft } from '#stores/drafts/drafts.ts';
import {
  $isQueueUnkept,
  $queue,
  openQueue,
  queuedAtMost,
  takeQueued,
} from '#stores/drafts/queue.ts';
import { watchKeptQuestions } from '#stores/chat/keptQuestions.ts';
import { openThread } from '#stores/chat/openThread.ts';
import { editQueued, sendQueued, watchQueue } from '#stores/chat/sendQueue.ts';
import { sendDraft } from '#stores/chat/sending.ts';
import { $toasts } from '#stores/browser/toasts.ts';
import { $messages, $runningAnswer } from '#stores/thread/thread.ts';
import { accepted, conversationId, delta, finished } from '../../fixtures/answer.ts';
import { branchingMessages, storedConversation } from '../../fixtures/thread.ts';
import { type FakeApi, json, refuse, startFakeApi, stream } from '../../setup/fakeApi.ts';
import { stubLocalStorage } from '../../setup/localStorage.ts';
import { longWait } from '../../setup/longWait.ts';

let api: FakeApi;
let model = 0;
let stored: Record<string, string>;
let unwatch: () => void;
const target = () => ({ group: 'openai', model: `queue-${model}` }) as const;

beforeAll(async () => {
  api = await startFakeApi();
});

beforeEach(async () => {
  stored = {};
  stubLocalStorage(stored);
  vi.stubGlobal('history', { replaceState: () => undefined });
  // Another model each time: a new, empty conversation, draft and queue.
  model += 1;
  await openThread(target(), undefined);
  openDraft(draftKey(target(), undefined), undefined);
  unwatch = watchQueue();
});

afterEach(() => {
  unwatch();
  vi.unstubAllGlobals();
});
afterAll(() => api.close());

/** Asks a question whose answer ends with this event when `end` is called, and queues two others. */
async function askAndQueue(last: AnswerEvent) {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const begin = stream(
    [
      [1, accepted],
      [2, delta('Hello')],
    ],
    'stay',
  );
  api.answer(async (seen, response) => {
    await begin(seen, response);
    await promise;
    response.end(`id: 3\ndata: ${JSON.stringify(last)}\n\n`);
  });
  send('First');
  await vi.waitFor(() => expect($runningAnswer.get()?.phase).toBe('writing'), longWait);
  send('Second');
  send('Third');
  expect(queued()).toEqual(['Second', 'Third']);
  expect($draft.get().text).toBe('');
  return end;
}

function send(text: string): void {
  editDraft(text);
  sendDraft();
}

const queued = () => $queue.get().map(({ text }) => text);
const asked = () => $messages.get().flatMap(({ role, text }) => (role === 'user' ? [text] : []));
const settled = () =>
  vi.waitFor(() => expect($runningAnswer.get()).toBeUndefined(), { timeout: 5_000 });

describe('questions that are asked while an answer runs', () => {
  it('wait, and follow one after the other', async () => {
    const end = await askAndQueue(finished);
    const ids = $queue.get().map(({ id }) => id);
    expect(asked()).toEqual(['First']);
    expect(Object.keys(stored)).toContain(`queue:${conversationId}`);
    api.answer(
      stream([
        [1, accepted],
        [2, finished],
      ]),
    );
    end();
    await vi.waitFor(() => expect(asked()).toEqual(['First', 'Second', 'Third']), longWait);
    await settled();
    expect(queued()).toEqual([]);
    expect(Object.keys(stored)).not.toContain(`queue:${conversationId}`);
    // Two tabs that send the same question at the same moment ask it once.
    const requests = api.seen.filter(({ method }) => method === 'POST').slice(-2);
    expect(
      requests.map(({ body }) => (JSON.parse(body) as { request_id: string }).request_id),
    ).toEqual(ids);
  });

  it('wait for the user after an answer that did not end well', async () => {
    const end = await askAndQueue({
      ...finished,
      state: 'failed',
      reason: 'upstream_error',
      charged: 0,
    });
    end();
    await settled();
    expect(asked()).toEqual(['First']);
    expect(queued()).toEqual(['Second', 'Third']);
    api.answer(
      stream([
        [1, accepted],
        [2, finished],
      ]),
    );
    sendQueued();
    await vi.waitFor(() => expect(asked()).toEqual(['First', 'Second', 'Third']), longWait);
    await settled();
  });

  it('are edited in the message box, before the text there, and removed', async () => {
    const end = await askAndQueue(finished);
    editDraft('Newer');
    editQueued($queue.get()[0]?.id ?? '');
    expect($draft.get().text).toBe('Second\n\nNewer');
    takeQueued($queue.get()[0]?.id ?? '');
    expect(queued()).toEqual([]);
    end();
    await settled();
    expect(asked()).toEqual(['First']);
  });

  it('are limited in number, and the next text stays in the box', async () => {
    const end = await askAndQueue(finished);
    for (let count = 3; count <= queuedAtMost; count += 1) send(`Number ${count}`);
    send('One more');
    expect($queue.get()).toHaveLength(queuedAtMost);
    expect($draft.get().text).toBe('One more');
    expect($toasts.get().at(-1)?.message.key).toBe('composer.queued.full');
    for (const { id } of $queue.get()) takeQueued(id);
    end();
    await settled();
  });

  it('are kept when the session ends meanwhile', async () => {
    const end = await askAndQueue(finished);
    editDraft('Newer');
    api.answer(refuse(401, 'not_signed_in'));
    end();
    await vi.waitFor(() => expect(api.left).not.toEqual([]), longWait);
    openQueue(conversationId);
    expect(queued()).toEqual(['Second', 'Third']);
    expect($draft.get().text).toBe('Newer');
  });

  it('stay, with a warning, where storage is full', async () => {
    stubLocalStorage(stored, 10);
    const end = await askAndQueue(finished);
    expect($isQueueUnkept.get()).toBe(true);
    openDraft('elsewhere', undefined);
    expect(queued()).toEqual([]);
    expect($isQueueUnkept.get()).toBe(false);
    openDraft(conversationId, undefined);
    expect(queued()).toEqual(['Second', 'Third']);
    expect($isQueueUnkept.get()).toBe(true);
    for (const { id } of $queue.get()) takeQueued(id);
    expect($isQueueUnkept.get()).toBe(false);
    end();
    await settled();
  });

  it('follow an answer that ended while another conversation was open', async () => {
    const end = await askAndQueue(finished);
    takeQueued($queue.get()[1]?.id ?? '');
    const first = target();
    model += 1;
    await openThread(target(), undefined);
    openDraft(draftKey(target(), undefined), undefined);
    expect(queued()).toEqual([]);
    end();
    api.answer(
      json(storedConversation(branchingMessages)),
      stream([
        [1, accepted],
        [2, finished],
      ]),
    );
    const opened = openThread(first, conversationId);
    openDraft(conversationId, undefined);
    await opened;
    await vi.waitFor(() => expect(asked().at(-1)).toBe('Second'), longWait);
    await settled();
  });

  it('are sent by one tab only', async () => {
    const end = await askAndQueue(finished);
    const [next] = $queue.get();
    // Another tab has removed them.
    delete stored[`queue:${conversationId}`];
    expect(takeQueued(next?.id ?? '')).toBeUndefined();
    end();
    await settled();
    expect(asked()).toEqual(['First']);
  });

  it('are added to those of another tab, and not asked again after that has sent them', async () => {
    const end = await askAndQueue(finished);
    const elsewhere = [{ id: 'other', text: 'Of the other tab', attachments: [] }];
    // The other tab has sent the second and third question, and queued one.
    stored[`queue:${conversationId}`] = JSON.stringify(elsewhere);
    send('Fourth');
    expect(queued()).toEqual(['Of the other tab', 'Fourth']);
    for (const { id } of $queue.get()) takeQueued(id);
    end();
    await settled();
  });

  it('are shown when another tab changes them', async () => {
    const browser = new EventTarget();
    vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
    vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser));
    const unfollow = watchKeptQuestions();
    const end = await askAndQueue(finished);
    await vi.waitFor(() => expect($draft.get().key).toBe(conversationId), longWait);
    const key = `queue:${conversationId}`;
    stored[key] = JSON.stringify([{ id: 'other', text: 'Of the other tab', attachments: [] }]);
    browser.dispatchEvent(Object.assign(new Event('storage'), { key }));
    expect(queued()).toEqual(['Of the other tab']);
    takeQueued('other');
    end();
    await settled();
    unfollow();
  });
});
