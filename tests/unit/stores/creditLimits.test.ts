import { afterAll, beforeAll, expect, it } from 'vitest';
import { CallError } from '#contract/call.ts';
import {
  $creditLimits,
  $limitsSync,
  limitProblem,
  loadCreditLimits,
  saveCreditLimits,
} from '#stores/account/creditLimits.ts';
import { errorMessage, isOwnLimit } from '#stores/browser/message.ts';
import { type FakeApi, hangUp, json, startFakeApi } from '../../setup/fakeApi.ts';

let api: FakeApi;

beforeAll(async () => {
  api = await startFakeApi();
});

afterAll(() => api.close());

const limits = { per_day: 5, per_month: null, low_mark: null };
const state = { limits, spent: { day: 1, month: 2 } };
const fields = { per_day: ' ５ ', per_month: '', low_mark: '' };

it('are loaded, and saved from typed texts', async () => {
  api.answer(json(state));
  await loadCreditLimits();
  expect($creditLimits.get()).toEqual(state);
  await saveCreditLimits(fields);
  expect(JSON.parse(api.seen.at(-1)?.body ?? '')).toEqual(limits);
  expect($limitsSync.get()).toEqual({ state: 'ready', isSaved: true });
});

it('are not sent while a field has a problem, and stay after a failure', async () => {
  expect(['', '1', '1000000'].map(limitProblem)).toEqual([undefined, undefined, undefined]);
  for (const text of ['0', '-1', '1.5', 'ten', '1000001']) expect(limitProblem(text)).toBeDefined();
  api.answer(hangUp);
  await saveCreditLimits({ ...fields, low_mark: '0' });
  expect(api.seen).toHaveLength(0);
  await saveCreditLimits(fields);
  expect($limitsSync.get()).toMatchObject({ state: 'failed', problem: { key: 'errors.offline' } });
  expect($creditLimits.get()).toEqual(state);
});

it('have a sentence for each period', () => {
  const refused = (period: string) =>
    errorMessage(new CallError('own_limit', '', { period, limit: 5, spent: 5, price: 1 }));
  expect([refused('day').key, refused('month').key]).toEqual([
    'errors.own_limit',
    'errors.own_limit_month',
  ]);
  expect(isOwnLimit(refused('month'))).toBe(true);
});
