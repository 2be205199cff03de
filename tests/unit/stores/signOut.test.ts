import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '#contract/account/account.ts';
import { $loginForm, editEmail } from '#stores/account/login.ts';
import { watchSignIn } from '#stores/account/signInWatch.ts';
import { $user, clearUser, refreshUser, showUser, signOut } from '#stores/account/user.ts';
import { store } from '#stores/browser/storage.ts';
import { editDraft, openDraft } from '#stores/drafts/drafts.ts';
import { $savedGpts } from '#stores/gpts/saved.ts';
import { type FakeApi, json, refuse, startFakeApi } from '../../setup/fakeApi.ts';
import { stubLocalStorage } from '../../setup/localStorage.ts';
import { longWait } from '../../setup/longWait.ts';

const ada = { user_id: '1', name: 'Ada', email: 'a@b.example', picture: '' };
const numbers = { credit: 9, held: 0, frozen: 0 };
const user: User = { ...ada, ...numbers };
const other: User = { ...user, user_id: '2', name: 'Bob' };

let api: FakeApi;
let stored: Record<string, string>;

beforeAll(async () => {
  api = await startFakeApi();
});

beforeEach(() => {
  stored = {};
  stubLocalStorage(stored);
  api.answer(json({}));
  Object.assign(location, { pathname: '/en/orders' });
  $user.set({ state: 'loading' });
});

afterEach(() => vi.unstubAllGlobals());
afterAll(() => api.close());

/** Leaves the data that the chat area and the site store. */
function typeSomething(): void {
  store('draft:one', 'A secret text');
  store('drafts', '["one"]');
  store('review-drafts', '[["g",{"rating":1,"text":"Secret"}]]');
  store('recent-searches', '[{"query":"secret","at":1}]');
  store('send-key', 'enter');
}

describe('a user who signed out', () => {
  it('is not shown again by a response from before', async () => {
    showUser(user);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    api.answer(async (request, response) => {
      await released;
      json(user)(request, response);
    }, json({}));
    const refreshed = refreshUser();
    await vi.waitFor(() => expect(api.seen).toHaveLength(1), longWait);
    expect(await signOut()).toBe(true);
    release();
    await refreshed;
    expect($user.get()).toEqual({ state: 'visitor' });
    api.answer(json(other));
    await refreshUser();
    expect($user.get()).toEqual({ state: 'user', user: other });
  });
});

describe('a user who signed in', () => {
  it('is not forgotten by a refusal from before', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    api.answer(async (request, response) => {
      await released;
      refuse(401, 'not_signed_in')(request, response);
    }, json(user));
    const refused = refreshUser();
    await vi.waitFor(() => expect(api.seen).toHaveLength(1), longWait);
    await refreshUser();
    release();
    await refused;
    expect($user.get()).toEqual({ state: 'user', user });
  });
});

describe('the typed texts of a browser', () => {
  it('are deleted by a sign-out, except the settings of the browser', async () => {
    showUser(user);
    typeSomething();
    editEmail(user.email);
    openDraft('two', undefined);
    editDraft('Not stored yet');
    expect(await signOut()).toBe(true);
    openDraft('three', undefined);
    expect(stored).toEqual({ 'send-key': 'enter' });
    expect($loginForm.get().email).toBe('');
  });

  it('are kept for the same user after a session that expired, and for no other one', () => {
    showUser(user);
    typeSomething();
    clearUser();
    showUser(user);
    expect(stored['draft:one']).toBe('A secret text');
    clearUser();
    showUser(other);
    expect(stored).toEqual({ 'send-key': 'enter', account: '2', 'kept-for': '2' });
  });

  it('are kept for a visitor who signs in', () => {
    typeSomething();
    showUser(user);
    expect(stored).toMatchObject({ 'draft:one': 'A secret text', 'kept-for': '1' });
  });
});

describe('another user', () => {
  it('sees no data of the user before', () => {
    showUser(user);
    $savedGpts.set(['g']);
    showUser(other);
    expect($savedGpts.get()).toBeUndefined();
    expect($user.get()).toEqual({ state: 'user', user: other });
  });

  it('is led from a private page to the sign-in once, as a visitor is', async () => {
    const unwatch = watchSignIn();
    showUser(user);
    showUser(user);
    expect(api.left).toEqual([]);
    showUser(other);
    const login = '/en/login?redirect=%2Fen%2Forders';
    expect(api.left).toEqual([login]);
    unwatch();
    Object.assign(location, { pathname: '/en/pay' });
    const unwatchNext = watchSignIn();
    api.answer(refuse(401, 'not_signed_in'));
    await refreshUser();
    expect(api.left).toEqual(['/en/login?redirect=%2Fen%2Fpay']);
    unwatchNext();
  });
});
