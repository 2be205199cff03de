import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { $search, search, searchAgain } from '#stores/gpts/search.ts';
import { type FakeApi, json, refuse, startFakeApi } from '../../setup/fakeApi.ts';
import { longWait } from '../../setup/longWait.ts';

let api: FakeApi;

beforeAll(async () => {
  api = await startFakeApi();
});

afterAll(() => api.close());

const found = json({
  items: [],
  total: 3,
  is_total_capped: false,
  page: 1,
  size: 6,
  full_total: 2,
  marked: [],
  categories: [],
  popular: [],
});

it('requests only the last query, and shows its results', async () => {
  api.answer(found);
  for (const typed of ['w', 'wr', ' write ']) search(typed, 'de');
  expect($search.get()).toEqual({ state: 'searching', query: 'write' });
  await vi.waitFor(
    () => expect($search.get()).toMatchObject({ state: 'found', total: 3, full: 2 }),
    longWait,
  );
  expect(api.seen.map(({ path }) => path)).toEqual(['/api/gpts?query=write&locale=de&size=6']);
});

it('cancels the request of an older query', async () => {
  let overtaken = false;
  api.answer((_, response) => void response.on('close', () => (overtaken = true)), found);
  search('slow', 'en');
  await vi.waitFor(() => expect(api.seen).toHaveLength(1), longWait);
  search('quick', 'en');
  await vi.waitFor(
    () => expect($search.get()).toMatchObject({ state: 'found', query: 'quick' }),
    longWait,
  );
  await vi.waitFor(() => expect(overtaken).toBe(true), longWait);
});

it('shows the error, and is idle again without a query', async () => {
  api.answer(refuse(503, 'unavailable'));
  search('write', 'en');
  await vi.waitFor(
    () =>
      expect($search.get()).toMatchObject({
        state: 'failed',
        problem: { key: 'errors.unavailable' },
      }),
    longWait,
  );
  api.answer(found);
  searchAgain();
  await vi.waitFor(
    () => expect($search.get()).toMatchObject({ state: 'found', query: 'write' }),
    longWait,
  );
  search('  ', 'en');
  searchAgain();
  expect($search.get()).toEqual({ state: 'idle' });
});
