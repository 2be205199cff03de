import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Attachment } from '#contract/chat/attachments.ts';
import { addAttachment, readyAttachments } from '#stores/drafts/attachments.ts';
import { $draft, draftKey, editDraft, openDraft } from '#stores/drafts/drafts.ts';
import { $queue, enqueue } from '#stores/drafts/queue.ts';
import { ask, askAgain, askDraft, askInstead, editUnsent } from '#stores/chat/chat.ts';
import { openThread } from '#stores/chat/openThread.ts';
import { watchKeptQuestions } from '#stores/chat/keptQuestions.ts';
import { editQueued, sendQueued } from '#stores/chat/sendQueue.ts';
import { $toasts } from '#stores/browser/toasts.ts';
import { $isIdle, $messages, type Question, newQuestion } from '#stores/thread/thread.ts';
import { requestId } from '../../fixtures/answer.ts';
import { type FakeApi, refuse, startFakeApi } from '../../setup/fakeApi.ts';
import { stubLocalStorage } from '../../setup/localStorage.ts';
import { longWait } from '../../setup/longWait.ts';

let api: FakeApi;
let model = 0;
const target = () => ({ group: 'openai', model: `returned-${model}` }) as const;
const signedOut = refuse(401, 'not_signed_in');
const picture = makeFile(1);
const other = makeFile(2);

beforeAll(async () => {
  api = await startFakeApi();
});

beforeEach(async () => {
  stubLocalStorage({});
  vi.stubGlobal('history', { replaceState: () => undefined });
  await openNewChat();
});

afterEach(() => vi.unstubAllGlobals());
afterAll(() => api.close());

it('puts a queued question back with its files when the session has ended', async () => {
  api.answer(signedOut);
  enqueue({ text: 'What is this?', attachments: [picture] });
  sendQueued();
  await refused();
  expect($draft.get().text).toBe('What is this?');
  expect(readyAttachments()).toEqual([picture]);
  expect($queue.get()).toEqual([]);
});

it('puts a queued question of files alone back when the session has ended', async () => {
  api.answer(signedOut);
  enqueue({ text: '', attachments: [picture, other] });
  sendQueued();
  await refused();
  expect(readyAttachments()).toEqual([picture, other]);
});

it('puts an edited question back with its files when the session has ended', async () => {
  api.answer(signedOut);
  const edited = newQuestion(requestId, { parentKey: null, text: 'Old', attachments: [picture] });
  askInstead(edited, 'New');
  await refused();
  expect($draft.get().text).toBe('New');
  expect(readyAttachments()).toEqual([picture]);
});

it('keeps a question that is sent again with its files when its conversation is left', async () => {
  api.answer(refuse(503, 'server_busy'));
  enqueue({ text: 'What is this?', attachments: [picture] });
  sendQueued();
  await vi.waitFor(() => expect(unsent()).toBeDefined(), longWait);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  api.answer(async (seen, response) => {
    await released;
    refuse(503, 'server_busy')(seen, response);
  });
  const key = $draft.get().key ?? '';
  const toasts = $toasts.get().length;
  askAgain(unsent()?.key ?? '');
  await openNewChat();
  release();
  await vi.waitFor(() => expect($toasts.get()).toHaveLength(toasts + 1), longWait);
  openDraft(key, undefined);
  expect($draft.get().text).toBe('What is this?');
  expect(readyAttachments()).toEqual([picture]);
});

it('queues a question that was refused if the message box has other files', async () => {
  api.answer(signedOut);
  attach(picture);
  editDraft('What is this?');
  askDraft();
  attach(other);
  await refused();
  expect(readyAttachments()).toEqual([other]);
  expect($queue.get()).toMatchObject([{ text: 'What is this?', attachments: [picture] }]);
});

it('moves a queued question into the message box with its files, before the files there', () => {
  attach(other);
  enqueue({ text: 'What is this?', attachments: [picture] });
  editQueued($queue.get()[0]?.id ?? '');
  expect($draft.get().text).toBe('What is this?');
  expect(readyAttachments()).toEqual([picture, other]);
  expect($queue.get()).toEqual([]);
});

it('leaves a queued question in its place if the message box has no room for its files', () => {
  for (const place of [3, 4, 5, 6]) attach(makeFile(place));
  enqueue({ text: 'What is this?', attachments: [picture] });
  editQueued($queue.get()[0]?.id ?? '');
  expect($draft.get().text).toBe('');
  expect(readyAttachments()).toHaveLength(4);
  expect($queue.get()).toMatchObject([{ text: 'What is this?', attachments: [picture] }]);
  expect($toasts.get().at(-1)?.message.key).toBe('composer.files.full');
});

it('moves an unsent question into the message box with its files, each once', async () => {
  api.answer(refuse(503, 'server_busy'));
  ask('What is this?', [picture, other]);
  await vi.waitFor(() => expect(unsent()).toBeDefined(), longWait);
  attach(other);
  const question = unsent();
  if (question) editUnsent(question);
  expect(readyAttachments()).toEqual([picture, other]);
  expect(unsent()).toBeUndefined();
});

it('leaves an unsent question on the screen if the message box has no room for its files', async () => {
  api.answer(refuse(503, 'server_busy'));
  ask('What is this?', [picture]);
  await vi.waitFor(() => expect(unsent()).toBeDefined(), longWait);
  for (const place of [3, 4, 5, 6]) attach(makeFile(place));
  const question = unsent();
  if (question) editUnsent(question);
  expect(unsent()).toEqual(question);
  expect($draft.get().text).toBe('');
});

it('keeps a question only once when the session has ended and the page is left', async () => {
  const page = leavablePage();
  const unwatch = watchKeptQuestions();
  api.answer(signedOut);
  enqueue({ text: 'What is this?', attachments: [] });
  sendQueued();
  editDraft('Typed meanwhile');
  await refused();
  page.dispatchEvent(new Event('pagehide'));
  expect($queue.get()).toHaveLength(1);
  unwatch();
});

it.each(['another conversation is opened', 'the page is left'])(
  'keeps a question of the queue that was refused when %s',
  async (how) => {
    const page = leavablePage();
    const unwatch = watchKeptQuestions();
    api.answer(refuse(409, 'no_credits'));
    enqueue({ text: 'What is this?', attachments: [picture] });
    sendQueued();
    await vi.waitFor(() => expect(unsent()).toBeDefined(), longWait);
    editDraft('Typed meanwhile');
    const key = $draft.get().key ?? '';
    if (how === 'the page is left') page.dispatchEvent(new Event('pagehide'));
    await openNewChat();
    openDraft(key, undefined);
    expect($draft.get().text).toBe('Typed meanwhile');
    expect($queue.get()).toMatchObject([{ text: 'What is this?', attachments: [picture] }]);
    unwatch();
  },
);

function leavablePage(): EventTarget {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  return page;
}

/** Opens the chat of another model: a new, empty conversation, draft and queue. */
async function openNewChat(): Promise<void> {
  model += 1;
  await openThread(target(), undefined);
  openDraft(draftKey(target(), undefined), undefined);
  // Another file of tests may have left a text.
  editDraft('');
  expect($isIdle.get()).toBe(true);
}

function attach(attachment: Attachment): void {
  const { id, name, size, kind } = attachment;
  addAttachment({ key: `item-${id}`, name, size, kind, state: 'ready', attachment });
}

function unsent(): Question | undefined {
  return $messages
    .get()
    .find((one): one is Question => one.role === 'user' && one.delivery.state === 'unsent');
}

/** Waits until the server has refused the question. */
async function refused(): Promise<void> {
  await vi.waitFor(() => expect($isIdle.get()).toBe(true), longWait);
}

function makeFile(place: number): Attachment {
  return {
    id: `5b0c8f6e-1111-4222-8333-44445555666${place}`,
    kind: 'image',
    name: `${place}.png`,
    type: 'image/png',
    size: 8,
    width: 1,
    height: 1,
    characters: null,
    pages: null,
    tokens: null,
  };
}
