import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Attachment } from '#contract/chat/attachments.ts';
import { addAttachment, readyAttachments } from '#stores/drafts/attachments.ts';
import { $draft, draftKey, editDraft, openDraft } from '#stores/drafts/drafts.ts';
import { $queue, enqueue } from '#stores/drafts/queue.ts';
import { askAgain, askDraft, askInstead } from '#stores/chat/chat.ts';
import { openThread } from '#stores/chat/openThread.ts';
import { sendQueued } from '#stores/chat/sendQueue.ts';
import { $toasts } from '#stores/browser/toasts.ts';
import { $isIdle, $messages, newQuestion } from '#stores/thread/thread.ts';
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
  await vi.waitFor(() => expect(unsentKey()).toBeDefined(), longWait);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  api.answer(async (seen, response) => {
    await released;
    refuse(503, 'server_busy')(seen, response);
  });
  const key = $draft.get().key ?? '';
  const toasts = $toasts.get().length;
  askAgain(unsentKey() ?? '');
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

function unsentKey(): string | undefined {
  return $messages.get().find((one) => one.role === 'user' && one.delivery.state === 'unsent')?.key;
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
