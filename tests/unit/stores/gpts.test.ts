import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, holdCalls } from '#contract/call.ts';
import { listSavedGpts, saveGpt } from '#contract/gpts/gpts.ts';
import { $popularGpts, loadPopularGpts } from '#stores/gpts/gpts.ts';
import { $recentGpts, loadRecentGpts, moveToRecent } from '#stores/gpts/recent.ts';
import { type FakeApi, hangUp, json, startFakeApi } from '../../setup/fakeApi.ts';

let api: FakeApi;

beforeAll(async () => {
  api = await startFakeApi();
});

afterAll(() => api.close());

it('shows why popular GPTs could not be loaded, and loads them at the next try', async () => {
  const page = {
    items: [],
    total: 0,
    is_total_capped: false,
    page: 1,
    size: 24,
    full_total: 0,
    marked: [],
    categories: [],
    popular: [],
  };
  api.answer(hangUp, json(page));
  await loadPopularGpts('en');
  expect($popularGpts.get()).toMatchObject({
    state: 'failed',
    problem: { key: 'errors.offline' },
  });
  await loadPopularGpts('en');
  expect($popularGpts.get()).toEqual({ state: 'ready', items: [] });
});

it('keeps a GPT on top that was used while the list of recent ones was loading', async () => {
  const listed = Promise.withResolvers<void>();
  api.answer(async (request, response) => {
    await listed.promise;
    json([{ gizmo_id: 'older' }, { gizmo_id: 'used' }])(request, response);
  });
  const loading = loadRecentGpts();
  moveToRecent('used');
  listed.resolve();
  expect(await loading).toBe(true);
  expect($recentGpts.get()).toEqual(['used', 'older']);
});

it('sends what the user changes at once, and loads lists after the start of the page', async () => {
  const start = Promise.withResolvers<void>();
  holdCalls([], start.promise);
  api.answer(json({ gizmo_id: 'some' }), json([]));
  await call(saveGpt, { params: { id: 'some' } });
  const listing = call(listSavedGpts, { query: { page: 1, size: 999 } });
  await Promise.resolve();
  expect(api.seen.map(({ method }) => method)).toEqual(['PUT']);
  start.resolve();
  await listing;
  expect(api.seen.map(({ method }) => method)).toEqual(['PUT', 'GET']);
});
