import { afterAll, beforeAll, expect, it } from 'vitest';
import { $popularGpts, loadPopularGpts } from '#stores/gpts/gpts.ts';
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
