import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { $gptCards, loadGptCards } from '#stores/gpts/gptCards.ts';
import { type FakeApi, hangUp, json, refuse, startFakeApi } from '../../setup/fakeApi.ts';

let api: FakeApi;

beforeAll(async () => {
  api = await startFakeApi();
});

afterAll(() => api.close());

beforeEach(() => $gptCards.set({}));

const card = (id: string) => ({
  id,
  name: `Name of ${id}`,
  description: null,
  author: null,
  categories: ['writing'],
  tags: [],
  lang: 'en',
  chats: 0,
  rating: null,
  ratings: 0,
  reviews: 0,
  imported_rating: null,
  imported_reviews: null,
});

const list = (...ids: string[]) =>
  json({
    items: ids.map(card),
    total: ids.length,
    is_total_capped: false,
    page: 1,
    size: 24,
    full_total: ids.length,
    marked: [],
    categories: [],
    popular: [],
  });

it('loads each card once, in one call', async () => {
  api.answer(list('one', 'two'));
  await loadGptCards(['one', 'two', 'one']);
  await loadGptCards(['two']);
  expect(api.seen).toHaveLength(1);
  expect($gptCards.get()).toMatchObject({ one: { name: 'Name of one' }, two: { id: 'two' } });
});

it('marks a GPT that nobody may read as missing', async () => {
  api.answer(list('one'), refuse(410, 'gone'));
  await loadGptCards(['one', 'removed']);
  expect($gptCards.get()).toMatchObject({ one: { id: 'one' }, removed: 'missing' });
});

it('loads the cards again after a failure', async () => {
  api.answer(hangUp, list('one'));
  await loadGptCards(['one']);
  expect($gptCards.get()['one']).toBeUndefined();
  await loadGptCards(['one']);
  expect($gptCards.get()['one']).toMatchObject({ id: 'one' });
});
