import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  $creditHistory,
  loadCreditHistory,
  loadOlderHistory,
} from '#stores/account/creditHistory.ts';
import { $nameChange, $pictureChange, acceptsPicture, saveName } from '#stores/account/profile.ts';
import { $sessions, endOthers, endSession, loadSessions } from '#stores/account/sessions.ts';
import { $account } from '#stores/account/user.ts';
import { type FakeApi, hangUp, json, refuse, startFakeApi } from '../../setup/fakeApi.ts';

const time = '2026-01-02T03:04:05.000Z';
const user = { user_id: 'a', name: 'Ada', email: 'a@example.org', picture: '/avatar.png' };

let api: FakeApi;

beforeAll(async () => {
  api = await startFakeApi();
});

beforeEach(() => $sessions.set({ state: 'loading' }));

afterAll(() => api.close());

function row(id: number): object {
  return {
    id: String(id),
    kind: 'grant',
    created: time,
    balance_change: 1,
    question: null,
    entries: [],
  };
}

function session(digit: number): { id: string } {
  const seen = { browser: 'Firefox', system: 'Linux', network: null, created: time, used: time };
  const id = `${digit}1111111-1111-4111-8111-111111111111`;
  return { id, ...seen, current: digit === 1 } as { id: string };
}

describe('the history of the credits', () => {
  it('is loaded page by page, to its end', async () => {
    const page = Array.from({ length: 20 }, (_, index) => row(100 - index));
    api.answer(json({ items: page }), json({ items: [row(1)] }));
    await loadCreditHistory();
    expect($creditHistory.get()).toMatchObject({ hasMore: true, loading: false });
    await loadOlderHistory();
    expect(api.seen.map(({ path }) => path)).toEqual([
      '/api/credits/history?size=20',
      '/api/credits/history?size=20&before=81',
    ]);
    expect($creditHistory.get()).toMatchObject({ hasMore: false, problem: undefined });
    expect($creditHistory.get().items).toHaveLength(21);
    await loadOlderHistory();
    expect(api.seen).toHaveLength(2);
  });

  it('shows why it could not be loaded, and retries', async () => {
    api.answer(hangUp, json({ items: [row(1)] }));
    await loadCreditHistory();
    expect($creditHistory.get().problem?.key).toBe('errors.offline');
    await loadOlderHistory();
    expect($creditHistory.get().items).toHaveLength(1);
  });
});

describe('sessions', () => {
  it('leave the list once they have ended', async () => {
    const items = [session(1), session(2), session(3)];
    api.answer(json({ items }), json({ id: items[1]?.id }), json({ ended: 1 }));
    await loadSessions();
    expect(await endSession(items[1]?.id ?? '')).toBe(true);
    expect($sessions.get()).toMatchObject({ items: [{ id: items[0]?.id }, { id: items[2]?.id }] });
    expect(await endOthers()).toBe(true);
    expect($sessions.get()).toMatchObject({ items: [{ current: true }] });
  });

  it('are kept if they could not be ended, and leave the page without a session', async () => {
    const items = [session(1), session(2)];
    api.answer(json({ items }), hangUp, refuse(401, 'not_signed_in'));
    await loadSessions();
    expect(await endOthers()).toBe(false);
    expect($sessions.get()).toMatchObject({ items, problem: { key: 'errors.offline' } });
    await loadSessions();
    expect(api.left).toHaveLength(1);
  });
});

describe('a name', () => {
  it('is the server’s version of it', async () => {
    api.answer(json({ ...user, name: 'Ada Lovelace' }));
    await saveName(' Ada  Lovelace');
    expect($account.get()?.name).toBe('Ada Lovelace');
    expect($nameChange.get()).toEqual({ state: 'saved' });
  });

  it('is not sent if it breaks a rule', async () => {
    api.answer(json(user));
    await saveName(' ');
    expect($nameChange.get()).toMatchObject({ problem: { key: 'settings.profile.EmptyName' } });
    expect(api.seen).toEqual([]);
  });
});

it('a file that is no picture, or too large, is refused before it is sent', () => {
  const file = (type: string, bytes: number) => new File([new Uint8Array(bytes)], 'a', { type });
  expect(acceptsPicture(file('image/png', 100))).toBe(true);
  expect(acceptsPicture(file('image/svg+xml', 100))).toBe(false);
  expect(acceptsPicture(file('image/png', 2_000_001))).toBe(false);
  expect($pictureChange.get()).toMatchObject({ problem: { key: 'settings.profile.pictureLarge' } });
});
