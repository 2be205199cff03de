import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  $ratingPrompt,
  closeRatingPrompt,
  offerRating,
  rate,
  withdrawRating,
} from '#stores/reviews/ratingPrompt.ts';
import { type FakeApi, hangUp, json, startFakeApi } from '../../setup/fakeApi.ts';
import { stubLocalStorage } from '../../setup/localStorage.ts';

let api: FakeApi;

beforeAll(async () => {
  api = await startFakeApi();
});

afterAll(() => api.close());

beforeEach(() => {
  stubLocalStorage({});
});

afterEach(() => {
  closeRatingPrompt();
  vi.unstubAllGlobals();
});

const unrated = json({ review: null, is_allowed: true });
const review = {
  id: '3f1c1a52-1f5b-4d4e-9a61-6b8d5f1f2a11',
  name: 'User1234',
  rating: 4,
  text: null,
  created: '2026-01-02T03:04:05.000Z',
  updated: '2026-01-02T03:04:05.000Z',
  is_hidden: false,
};

it('asks once for each GPT', async () => {
  api.answer(unrated, unrated);
  await offerRating('one');
  expect($ratingPrompt.get()).toEqual({ state: 'asking', gptId: 'one' });
  closeRatingPrompt();
  await offerRating('one');
  expect($ratingPrompt.get()).toEqual({ state: 'closed' });
  await offerRating('other');
  expect($ratingPrompt.get()).toEqual({ state: 'asking', gptId: 'other' });
});

it('does not ask those who have rated the GPT or may not rate it', async () => {
  api.answer(json({ review, is_allowed: true }), json({ review: null, is_allowed: false }));
  await offerRating('rated');
  await offerRating('unused');
  expect($ratingPrompt.get()).toEqual({ state: 'closed' });
});

it('asks later about a GPT whose chat was left before the server answered', async () => {
  api.answer(unrated, unrated);
  const offered = offerRating('one');
  withdrawRating('one');
  await offered;
  expect($ratingPrompt.get()).toEqual({ state: 'closed' });
  await offerRating('one');
  expect($ratingPrompt.get()).toEqual({ state: 'asking', gptId: 'one' });
});

it('asks at the next try if the server could not be reached', async () => {
  api.answer(hangUp, unrated);
  await offerRating('one');
  expect($ratingPrompt.get()).toEqual({ state: 'closed' });
  await offerRating('one');
  expect($ratingPrompt.get()).toEqual({ state: 'asking', gptId: 'one' });
});

it('shows the rating as saved at once, and asks again after a failure', async () => {
  api.answer(unrated, hangUp, json(review));
  await offerRating('one');
  const failed = rate(4);
  expect($ratingPrompt.get()).toEqual({ state: 'rated', gptId: 'one', rating: 4 });
  await failed;
  expect($ratingPrompt.get()).toEqual({ state: 'asking', gptId: 'one' });
  await rate(4);
  expect($ratingPrompt.get()).toEqual({ state: 'rated', gptId: 'one', rating: 4 });
});
