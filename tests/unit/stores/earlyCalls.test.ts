import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasEarlyQuestion, resumeEarlyQuestion } from '#stores/chat/chat.ts';
import { $draft, draftKey, editDraft, openDraft } from '#stores/drafts/drafts.ts';
import { type EarlyQuestionLimits, askEarly, callAccountEarly } from '#stores/chat/earlyCalls.ts';
import { openThread } from '#stores/chat/openThread.ts';
import { $route, routeOf } from '#stores/route/route.ts';
import { $messages, $thread, newThread } from '#stores/thread/thread.ts';
import { $user, refreshUser } from '#stores/account/user.ts';
import { accepted, conversationId, delta, finished } from '../../fixtures/answer.ts';
import { type FakeApi, hangUp, json, refuse, startFakeApi, stream } from '../../setup/fakeApi.ts';
import { stubLocalStorage } from '../../setup/localStorage.ts';
import { longWait } from '../../setup/longWait.ts';

const askable: EarlyQuestionLimits = {
  prices: { 'openai/gpt-4o-mini': 1, 'llama/x y': 2, g: 1 },
  most: 20,
};
const mini = { group: 'openai', model: 'gpt-4o-mini' } as const;
const user = {
  user_id: '1',
  name: 'User 1234',
  email: 'a@b.example',
  picture: '',
  credit: 9,
  held: 0,
  frozen: 0,
};
const whole = stream([
  [1, accepted],
  [2, delta('Hello')],
  [3, finished],
]);

let api: FakeApi;
let stored: Record<string, string>;

beforeAll(async () => {
  api = await startFakeApi();
});

beforeEach(() => {
  stored = {};
  vi.stubGlobal('document', {
    cookie: 'lang=en; user_id=1',
    documentElement: fakeElement,
    addEventListener: () => undefined,
  });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('history', { replaceState: () => undefined });
  stubLocalStorage(stored);
  Object.assign(location, { pathname: '/en/chat/openai/gpt-4o-mini', search: '' });
  $route.set(undefined);
  globalThis.earlyCalls = undefined;
  // The account of a known user is asked for when a conversation opens.
  $user.set({ state: 'loading' });
});

afterEach(() => vi.unstubAllGlobals());
afterAll(() => api.close());

const fakeElement = { dataset: {}, classList: { toggle: () => false } };

describe('the account of the page', () => {
  it('is requested before the code has loaded, and not again by it', async () => {
    api.answer(json(user));
    callAccountEarly();
    await refreshUser();
    expect($user.get()).toEqual({ state: 'user', user });
    expect(api.seen).toMatchObject([{ method: 'GET', path: '/api/account' }]);
    await refreshUser();
    expect(api.seen).toHaveLength(2);
  });

  it('is unknown if the request failed, and is requested by the next call', async () => {
    api.answer(refuse(500, 'internal'), json(user));
    $user.set({ state: 'loading' });
    callAccountEarly();
    await refreshUser();
    expect($user.get()).toMatchObject({ state: 'failed' });
    await refreshUser();
    expect($user.get()).toMatchObject({ state: 'user' });
  });
});

describe('a question that is sent before the code has loaded', () => {
  it('is asked once, and its answer is read when the chat area continues with it', async () => {
    const answer = Promise.withResolvers<void>();
    api.answer(
      json(user),
      async (request, response) => {
        await answer.promise;
        await whole(request, response);
      },
      json(user),
    );
    callAccountEarly();
    leave(' A question ');
    await vi.waitFor(() => expect(api.seen).toHaveLength(2), longWait);
    expect(stored).toEqual({ 'draft:openai/gpt-4o-mini': ' A question ' });
    expect(hasEarlyQuestion()).toBe(true);
    await comeAlive(' A question ');
    // The code that reads the answer is fetched first.
    await vi.waitFor(() => expect(hasEarlyQuestion()).toBe(false), longWait);
    expect($draft.get()).toEqual({ key: draftKey(mini, undefined), text: '' });
    expect($messages.get()).toMatchObject([
      { text: 'A question', delivery: { state: 'sending' } },
      {},
    ]);
    answer.resolve();
    await vi.waitFor(
      () => expect($messages.get()).toMatchObject([{}, { state: 'finished', text: 'Hello' }]),
      longWait,
    );
    expect($thread.get()).toMatchObject({ conversationId });
    expect(stored).toEqual({ account: '1', 'kept-for': '1' });
    const [, question] = api.seen;
    expect(JSON.parse(question?.body ?? '')).toEqual({
      request_id: expect.stringMatching(/^[-\da-f]{36}$/) as string,
      target: { model: 'gpt-4o-mini' },
      text: 'A question',
      max_price: 1,
    });
    expect(api.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
    resumeEarlyQuestion();
    expect($messages.get()).toHaveLength(2);
  });

  it('is temporary where the address says so', async () => {
    Object.assign(location, { search: '?temporary' });
    $route.set(routeOf(location.pathname, location.search));
    api.answer(whole);
    leave('A question');
    await comeAlive('A question');
    await vi.waitFor(
      () => expect($messages.get()).toMatchObject([{}, { state: 'finished' }]),
      longWait,
    );
    const questions = api.seen.filter(({ method }) => method === 'POST');
    expect(questions.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      { text: 'A question', temporary: true },
    ]);
    api.answer(json({ deleted: '2026-01-02T03:04:05.000Z', count: 1 }));
    $thread.set(newThread);
    // Otherwise the next test would get the request that deletes it.
    await vi.waitFor(() => expect(api.seen).toMatchObject([{ method: 'DELETE' }]), longWait);
  });

  it('is sent again with the same id if its connection broke', async () => {
    api.answer(hangUp, whole);
    leave('A question');
    await comeAlive('A question');
    await vi.waitFor(
      () => expect($messages.get()).toMatchObject([{}, { state: 'finished' }]),
      longWait,
    );
    const questions = api.seen.filter(({ method }) => method === 'POST');
    expect(questions).toHaveLength(2);
    expect(questions[1]?.body).toBe(questions[0]?.body);
  });

  it('is shown with the reason if it was refused', async () => {
    api.answer(refuse(402, 'no_credits'));
    leave('A question');
    await comeAlive('A question');
    await vi.waitFor(
      () =>
        expect($messages.get()).toMatchObject([
          {
            text: 'A question',
            delivery: { state: 'unsent', problem: { key: 'errors.no_credits' } },
          },
        ]),
      longWait,
    );
  });

  it('is hidden with its answer when another conversation is opened', async () => {
    api.answer(whole);
    const hide = leave('A question');
    await comeAlive('A question');
    await vi.waitFor(
      () => expect($messages.get()).toMatchObject([{}, { state: 'finished' }]),
      longWait,
    );
    expect(hide).not.toHaveBeenCalled();
    $thread.set(newThread);
    expect(hide).toHaveBeenCalledOnce();
  });

  it('is refused for more than its page showed, also once the code has the price', async () => {
    const text = '字'.repeat(60_000);
    api.answer(refuse(409, 'price_changed', { price: 2 }), whole);
    leave(text, 100_000);
    await comeAlive(text);
    await vi.waitFor(
      () =>
        expect($messages.get()).toMatchObject([
          { delivery: { state: 'unsent', problem: { key: 'errors.price_changed' } } },
        ]),
      longWait,
    );
    const questions = api.seen.filter(({ method }) => method === 'POST');
    expect(questions.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      { max_price: 1 },
    ]);
  });

  it('goes to a GPT or to a model with a name that must be encoded', () => {
    api.answer(whole);
    Object.assign(location, { pathname: '/en/chat/g/gpt-4-all' });
    expect(askEarly('A question', askable)).toBeDefined();
    Object.assign(location, { pathname: '/zh_TW/chat/llama/x%20y' });
    expect(askEarly('A question', askable)).toBeDefined();
    expect(keysOfCalls()).toEqual([
      expect.stringContaining('"target":{"gpt":"gpt-4-all"},"text":"A question","max_price":1'),
      expect.stringContaining('"target":{"model":"x y"},"text":"A question","max_price":2'),
    ]);
  });

  it.for([
    ['a model that the page does not know', { pathname: '/en/chat/openai/other' }],
    ['a picture', { pathname: '/en/chat/art/dall-e-3' }],
    ['a conversation', { pathname: `/en/chat/openai/gpt-4o-mini/c/${conversationId}` }],
    ['another screen', { pathname: '/en/chat/settings' }],
    ['the start', { pathname: '/en/chat' }],
    ['a broken address', { pathname: '/en/chat/openai/%E0%A4%A' }],
    ['an empty text', { text: '  ' }],
    ['a text that is too long', { text: 'x'.repeat(21) }],
    ['nobody', { cookie: 'lang=en' }],
    ['no connection', { onLine: false }],
  ] as const)('waits for the code if it is for %s', ([, given]) => {
    const { pathname, text = 'A question', cookie, onLine } = { ...nothing, ...given };
    if (pathname !== undefined) Object.assign(location, { pathname });
    if (cookie !== undefined) vi.stubGlobal('document', { cookie });
    if (onLine !== undefined) vi.stubGlobal('navigator', { onLine });
    expect(askEarly(text, askable)).toBeUndefined();
    expect(keysOfCalls()).toEqual([]);
    expect(stored).toEqual({});
  });
});

type Given = { pathname?: string; text?: string; cookie?: string; onLine?: boolean };

const nothing: Given = {};

/** The page sends the text of the message box. Returns the function that hides the answer that the page shows. */
function leave(text: string, most = askable.most): () => void {
  const sent = askEarly(text, { ...askable, most });
  const hide = vi.fn<() => void>();
  globalThis.endEarlyQuestion = () => sent && { ...sent, hide };
  return hide;
}

/** The code of the chat area loads in a page whose message box still has the text. */
async function comeAlive(text: string): Promise<void> {
  await openThread({ group: 'openai', model: 'gpt-4-turbo' }, undefined);
  $draft.set({ key: undefined, text: '' });
  editDraft(text);
  void openThread(mini, undefined);
  openDraft(draftKey(mini, undefined), undefined);
  resumeEarlyQuestion();
}

function keysOfCalls(): string[] {
  return [...(globalThis.earlyCalls?.keys() ?? [])];
}
