import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { emptyRequest } from '#domain/gpts/search.ts';
import { $results, findMoreResults, findResults } from '#stores/gpts/results.ts';
import { type FakeApi, json, refuse, startFakeApi } from '../../setup/fakeApi.ts';
import { longWait } from '../../setup/longWait.ts';

let api: FakeApi;

beforeAll(async () => {
  api = await startFakeApi();
});

afterAll(() => api.close());

const found = json({
  items: [],
  total: 1_000,
  is_total_capped: true,
  page: 1,
  size: 24,
  full_total: 400,
  marked: ['a', 'b'],
  categories: ['writing'],
  popular: [],
});

it('requests only the query, and returns whether there is more than was counted', async () => {
  api.answer(found);
  const requested = { ...emptyRequest, query: 'a b', tag: 'c#', content: 'zh-Hant', page: 2 };
  await findResults(requested, 'zh');
  expect(api.seen.map(({ path }) => path)).toEqual([
    '/api/gpts?query=a+b&locale=zh&tag=c%23&lang=zh-Hant&page=2&size=24',
  ]);
  expect($results.get()).toEqual({
    state: 'found',
    requested,
    adds: false,
    cards: [],
    total: 1_000,
    full: 400,
    isCapped: true,
    marked: ['a', 'b'],
    categories: ['writing'],
    popular: [],
    similar: [],
  });
});

it('shows that it searches, and the query, also for more of the same query', async () => {
  api.answer(found);
  const finding = findMoreResults(emptyRequest, 'en');
  expect($results.get()).toEqual({ state: 'searching', requested: emptyRequest, adds: true });
  await finding;
  expect($results.get()).toMatchObject({ state: 'found', adds: true });
});

it('lets a newer query win, also if the response to an older one is late', async () => {
  let overtaken = false;
  api.answer((_, response) => void response.on('close', () => (overtaken = true)), found);
  const older = findResults({ ...emptyRequest, query: 'older' }, 'en');
  await vi.waitFor(() => expect(api.seen).toHaveLength(1), longWait);
  const newer = { ...emptyRequest, query: 'newer' };
  await Promise.all([findResults(newer, 'en'), older]);
  expect($results.get()).toMatchObject({ state: 'found', requested: newer });
  await vi.waitFor(() => expect(overtaken).toBe(true), longWait);
});

it('keeps the query when it fails', async () => {
  api.answer(refuse(503, 'unavailable'));
  const requested = { ...emptyRequest, query: 'a' };
  await findResults(requested, 'zh');
  expect($results.get()).toEqual({ state: 'failed', requested, adds: false });
});
