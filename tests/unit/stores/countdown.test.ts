import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { $loginForm, closeLogin, editEmail, sendCode } from '#stores/account/login.ts';
import { openLogin } from '#stores/account/loginDialog.ts';
import { $secondsLeft } from '#stores/account/resendCountdown.ts';
import { type FakeApi, json, refuse, startFakeApi } from '../../setup/fakeApi.ts';

let api: FakeApi;

beforeAll(async () => {
  api = await startFakeApi();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
});

afterAll(async () => {
  vi.useRealTimers();
  await api.close();
});

it('counts down from 60, continues after the dialog is closed, and then allows another code', async () => {
  api.answer(json({ resend_seconds: 60 }));
  openLogin();
  editEmail('a@b.example');
  await sendCode('de');
  expect($secondsLeft.get()).toBe(60);
  vi.advanceTimersByTime(21_000);
  closeLogin();
  openLogin();
  expect($secondsLeft.get()).toBe(39);
  await sendCode('de');
  expect(api.seen).toHaveLength(1);
  vi.advanceTimersByTime(39_000);
  expect($secondsLeft.get()).toBe(0);
  await sendCode('de');
  expect(api.seen.map(({ path }) => path)).toEqual([
    '/api/login/email?email=a%40b.example&lang=de',
    '/api/login/email?email=a%40b.example&lang=de',
  ]);
  vi.advanceTimersByTime(60_000);
});

it('continues from the server’s time of the last code', async () => {
  api.answer(refuse(429, 'too_many_requests', { retry_seconds: 17 }));
  await sendCode('en');
  expect($secondsLeft.get()).toBe(17);
  expect($loginForm.get().error).toEqual({
    key: 'errors.too_many_requests_seconds',
    values: { count: 17 },
  });
  editEmail('c@d.example');
  expect($loginForm.get().error).toBeUndefined();
  vi.advanceTimersByTime(17_000);
});

it.each([
  [false, 'errors.mail_refused'],
  [true, 'errors.mail_refused_contact'],
])('shows until when an address that the mail server refused is paused', async (contact, key) => {
  const until = '2031-02-03T04:05:00.000Z';
  api.answer(refuse(422, 'mail_refused', { until, contact }));
  await sendCode('de');
  expect($secondsLeft.get()).toBe(0);
  const { error } = $loginForm.get();
  expect(error?.key).toBe(key);
  expect(error?.values?.['until']).toMatch(/^0[234]\.02\.2031, \d\d:\d\d$/);
});

it('does not begin if the mail could not be sent', async () => {
  api.answer(refuse(502, 'mail_failed'));
  await sendCode('en');
  expect($secondsLeft.get()).toBe(0);
  expect($loginForm.get()).toMatchObject({
    activity: 'nothing',
    error: { key: 'errors.mail_failed' },
  });
});
