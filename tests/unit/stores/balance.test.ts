import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatTarget } from '#domain/chat/chatPaths.ts';
import { awaitCredits, watchAccount } from '#stores/account/accountWatch.ts';
import { ask } from '#stores/chat/chat.ts';
import { openThread } from '#stores/chat/openThread.ts';
import { $messages } from '#stores/thread/thread.ts';
import { $user } from '#stores/account/user.ts';
import { accepted, finished } from '../../fixtures/answer.ts';
import { type FakeApi, json, startFakeApi, stream } from '../../setup/fakeApi.ts';
import { longWait } from '../../setup/longWait.ts';

let api: FakeApi;

const mini: ChatTarget = { group: 'openai', model: 'gpt-4o-mini' };
const turbo: ChatTarget = { group: 'openai', model: 'gpt-4-turbo' };
const user = {
  user_id: '1',
  name: 'User',
  email: 'a@b.example',
  picture: '',
  credit: 9,
  held: 1,
  frozen: 0,
};
const after = { ...user, credit: 10, held: 0 };

beforeAll(async () => {
  api = await startFakeApi();
});

afterAll(() => api.close());

describe('the balance is loaded', () => {
  const page = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    cookie: '',
    documentElement: { dataset: {}, classList: { toggle: () => undefined } },
  });
  let unwatch: () => void;

  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });

  beforeEach(() => {
    vi.stubGlobal('document', page);
    page.visibilityState = 'visible';
    api.answer(json(after));
    // Except for requests that were sent a moment ago.
    vi.advanceTimersByTime(60_000);
    unwatch = watchAccount();
  });

  afterEach(() => {
    unwatch();
    vi.unstubAllGlobals();
  });

  afterAll(() => {
    vi.useRealTimers();
  });

  it('when the user returns to the page, once for several events', async () => {
    $user.set({ state: 'user', user: { ...after, credit: 3 } });
    page.dispatchEvent(new Event('visibilitychange'));
    page.dispatchEvent(new Event('visibilitychange'));
    await vi.waitFor(() => expect(api.seen).toHaveLength(1), longWait);
    await vi.waitFor(() => expect($user.get()).toEqual({ state: 'user', user: after }), longWait);
    expect(api.seen).toHaveLength(1);
  });

  it('repeatedly while credits are held, unless the page is hidden', async () => {
    page.visibilityState = 'hidden';
    $user.set({ state: 'user', user });
    vi.advanceTimersByTime(600_000);
    expect(api.seen).toEqual([]);
    page.visibilityState = 'visible';
    api.answer(json(user), json(user), json(after));
    page.dispatchEvent(new Event('visibilitychange'));
    await vi.waitFor(() => {
      vi.advanceTimersByTime(30_000);
      expect($user.get()).toEqual({ state: 'user', user: after });
    }, longWait);
    const { length } = api.seen;
    vi.advanceTimersByTime(600_000);
    expect(api.seen).toHaveLength(length);
  });

  it('while the limit is reached', async () => {
    $user.set({ state: 'user', user: { ...after, credit: 0 } });
    const end = awaitCredits();
    await vi.waitFor(() => expect($user.get()).toEqual({ state: 'user', user: after }), longWait);
    end();
  });
});

it('releases a hold also if the screen shows another chat before its answer ends', async () => {
  let account = user;
  let running: ServerResponse | undefined;
  api.answer((seen, response) => {
    if (seen.path === '/api/account') return json(account)(seen, response);
    running = response;
    return stream([[1, accepted]], 'stay')(seen, response);
  });
  await openThread(mini, undefined);
  $user.set({ state: 'user', user: after });
  ask('A question');
  await vi.waitFor(
    () => expect($user.get()).toMatchObject({ user: { credit: 9, held: 1 } }),
    longWait,
  );
  await openThread(turbo, undefined);
  account = after;
  const end = { ...finished, state: 'failed', reason: 'first_token_timeout', charged: 0 };
  running?.end(`id: 2\ndata: ${JSON.stringify(end)}\n\n`);
  await vi.waitFor(
    () => expect($user.get()).toMatchObject({ user: { credit: 10, held: 0 } }),
    longWait,
  );
  expect($messages.get()).toEqual([]);
});
