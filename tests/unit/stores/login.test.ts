import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  $loginForm,
  closeLogin,
  editCode,
  editEmail,
  editWord,
  isReadyToSend,
  sendCode,
  signIn,
} from '#stores/account/login.ts';
import { openLogin } from '#stores/account/loginDialog.ts';
import { chatSubject, reasonOfPath } from '#stores/account/loginReason.ts';
import { endCountdown } from '#stores/account/resendCountdown.ts';
import { $credits } from '#stores/account/user.ts';
import { type FakeApi, json, refuse, startFakeApi } from '../../setup/fakeApi.ts';

let api: FakeApi;

beforeAll(async () => {
  api = await startFakeApi();
});

beforeEach(() => {
  endCountdown();
  $loginForm.setKey('withWord', false);
  closeLogin();
  editEmail('a@b.example');
  api.seen.length = 0;
});

afterAll(() => api.close());

it.each(['12345', '123456789012', '123', '12a4', 'abcd'])(
  'refuses the code %j at its field and sends nothing',
  async (code) => {
    editCode(code);
    expect(await signIn()).toBe(false);
    expect($loginForm.get()).toMatchObject({
      code,
      codeError: { key: 'login.InvalidCodeLength' },
    });
    expect(api.seen).toEqual([]);
  },
);

it('sends no mail without a code, and names every empty field', async () => {
  expect(await signIn()).toBe(false);
  expect($loginForm.get().codeError?.key).toBe('login.EmptyCode');
  editEmail(' ');
  expect(await signIn()).toBe(false);
  expect($loginForm.get().emailError?.key).toBe('login.EmptyEmail');
  expect(api.seen).toEqual([]);
});

it('clears code and errors when the dialog closes, also late ones', async () => {
  api.answer(refuse(400, 'wrong_code', { tries_left: 4 }));
  openLogin();
  editCode(' 1234 ');
  const signingIn = signIn();
  closeLogin();
  expect(await signingIn).toBe(false);
  expect(api.seen[0]?.path).toContain('code=1234');
  expect($loginForm.get()).toMatchObject({ email: 'a@b.example', code: '', activity: 'nothing' });
  expect($loginForm.get().codeError).toBeUndefined();
  editCode('1234');
  await signIn();
  expect($loginForm.get().codeError?.key).toBe('errors.wrong_code_left');
  closeLogin();
  expect($loginForm.get().codeError).toBeUndefined();
});

it('requests the word if the mail has one, and sends it with the code', async () => {
  api.answer(json({ resend_seconds: 60, word: true }));
  await sendCode('en');
  expect($loginForm.get().withWord).toBe(true);
  editCode('1234');
  expect(await signIn()).toBe(false);
  expect($loginForm.get().wordError?.key).toBe('login.EmptyWord');
  editWord('abc');
  expect($loginForm.get().wordError).toBeUndefined();
  expect(await signIn()).toBe(false);
  expect($loginForm.get().wordError?.key).toBe('login.InvalidWord');
  editWord('bcd fgh');
  api.answer(refuse(400, 'wrong_code', { tries_left: 3 }));
  expect(await signIn()).toBe(false);
  expect(api.seen.at(-1)?.path).toContain('word=bcd');
  expect($loginForm.get().codeError?.key).toBe('errors.wrong_word_left');
});

it('requests the word if only the server has it', async () => {
  api.answer(json({ resend_seconds: 60 }));
  await sendCode('en');
  editCode('1234');
  api.answer(refuse(400, 'word_needed'));
  expect(await signIn()).toBe(false);
  expect($loginForm.get()).toMatchObject({
    withWord: true,
    wordError: { key: 'errors.word_needed' },
  });
});

it('signs in an account without a credit, which then is 0', async () => {
  const user = {
    user_id: randomUUID(),
    name: 'User1',
    email: 'a@b.example',
    picture: '/avatar.png',
  };
  editCode('1234');
  // To both calls: who signs in reads the id of it.
  api.answer(json(user));
  expect(await signIn()).toBe(true);
  expect($credits.get()).toBe(0);
});

describe('the form that sends itself', () => {
  beforeEach(async () => {
    api.answer(json({ resend_seconds: 60 }));
    await sendCode('en');
  });

  it('is ready with four digits of any width, for the address that got the code', () => {
    expect(isReadyToSend()).toBe(false);
    editCode('123');
    expect(isReadyToSend()).toBe(false);
    editCode(' １２３４ ');
    expect(isReadyToSend()).toBe(true);
    editCode('12345');
    expect(isReadyToSend()).toBe(false);
    editCode('1234');
    editEmail('other@b.example');
    expect(isReadyToSend()).toBe(false);
  });

  it('sends once, empties a wrong code, and is not ready for the same digits until a new code comes', async () => {
    api.answer(refuse(400, 'wrong_code', { tries_left: 4 }));
    editCode('1234');
    const signingIn = signIn();
    expect(isReadyToSend()).toBe(false);
    expect(await signIn()).toBe(false);
    await signingIn;
    expect(api.seen).toHaveLength(1);
    expect($loginForm.get().code).toBe('');
    editCode('1234');
    expect(isReadyToSend()).toBe(false);
    editCode('1235');
    expect(isReadyToSend()).toBe(true);
    endCountdown();
    api.answer(json({ resend_seconds: 60 }));
    await sendCode('en');
    editCode('1234');
    expect(isReadyToSend()).toBe(true);
  });

  it('keeps the reason of a refusal when Enter comes after it, until the field is edited', async () => {
    api.answer(refuse(400, 'wrong_code', { tries_left: 4 }));
    editCode('1234');
    await signIn();
    const reason = $loginForm.get().codeError;
    expect(reason?.key).toMatch(/^errors\.wrong_code/);
    expect(await signIn()).toBe(false);
    expect($loginForm.get().codeError).toEqual(reason);
    editCode('');
    expect(await signIn()).toBe(false);
    expect($loginForm.get().codeError?.key).toBe('login.EmptyCode');
    expect(api.seen).toHaveLength(1);
  });

  it('keeps digits that were typed while a wrong code was on its way', async () => {
    api.answer(refuse(400, 'wrong_code', { tries_left: 4 }));
    editCode('1234');
    const signingIn = signIn();
    editCode('567');
    await signingIn;
    expect($loginForm.get().code).toBe('567');
  });

  it('waits for the word if the mail has one', () => {
    $loginForm.setKey('withWord', true);
    editCode('1234');
    expect(isReadyToSend()).toBe(false);
    editWord('bcdfg');
    expect(isReadyToSend()).toBe(false);
    editWord('bcd fgh');
    expect(isReadyToSend()).toBe(true);
  });
});

it.each([
  ['/en/chat/search', 'search'],
  ['/zh/chat/g/regex-workbench?text=a', 'chat'],
  ['/chat/settings', 'settings'],
  ['/de/orders/1/receipt', 'orders'],
  ['/en/redeem', 'redeem'],
  ['/en/pricing', 'any'],
  ['/', 'any'],
])('returns to %s for the reason %s', (path, reason) => {
  expect(reasonOfPath(path)).toEqual({ key: `login.reason.${reason}`, values: {} });
});

it('names the plan, the pack and the subject of a chat', () => {
  expect(reasonOfPath('/en/pay/new?product=basic_year&currency=USD')).toMatchObject({
    key: 'login.reason.plan',
    values: { plan: 'Basic' },
  });
  expect(reasonOfPath('/en/pay/new?product=credit_500')).toMatchObject({ values: { count: 500 } });
  expect(chatSubject('/en/chat/g/a%20b/c/1')).toEqual({ gpt: 'a b' });
  expect(chatSubject('/en/chat/openai/gpt-4o-mini?text=b')).toEqual({ model: 'gpt-4o-mini' });
  expect(chatSubject('/en/chat/g/%E0%A4%A')).toEqual({ gpt: '%E0%A4%A' });
  expect(chatSubject('/en/chat/search/c/1')).toBeUndefined();
});
