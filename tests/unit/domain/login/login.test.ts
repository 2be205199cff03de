import { describe, expect, it } from 'vitest';
import { codeLength, codeProblem, emailProblem, resendSeconds } from '#domain/login/login.ts';

describe('signing in', () => {
  it('takes codes of 4 digits and another one after 60 seconds', () => {
    expect([codeLength, resendSeconds]).toEqual([4, 60]);
  });

  it.each([
    ['', 'EmptyEmail'],
    [' ', 'EmptyEmail'],
    ['someone', 'InvalidEmail'],
    ['someone@localhost', 'InvalidEmail'],
    ['two words@example.org', 'InvalidEmail'],
    [`${'a'.repeat(250)}@example.org`, 'InvalidEmail'],
    [`${'a'.repeat(65)}@example.org`, 'InvalidEmail'],
    [`${'ж'.repeat(33)}@example.org`, 'InvalidEmail'],
    [`someone@${'d'.repeat(64)}.example`, 'InvalidEmail'],
    ['a..b@example.org', 'InvalidEmail'],
    ['.a@example.org', 'InvalidEmail'],
    ['someone@xn--.example', 'InvalidEmail'],
    ['someone@-a.example', 'InvalidEmail'],
    ['имя@xn-ÿ-.example', 'InvalidEmail'],
    ['имя@mail\u3002-ÿ.example', 'InvalidEmail'],
    ['имя@ÿ\uFF0D.example', 'InvalidEmail'],
    ['someone@a_b.example', 'InvalidEmail'],
    ['someone@127.0.0.1', 'InvalidEmail'],
    ['someone@0x7f.1', 'InvalidEmail'],
    ['someone@example.org:25', 'InvalidEmail'],
    ['someone@example.org/x.y', 'InvalidEmail'],
    ['someone@example.org\r\nBcc: victim@example.net', 'InvalidEmail'],
    [' someone@example.org ', undefined],
    [`${'a'.repeat(64)}@example.org`, undefined],
    ["o'hara+tag#1@mail.bücher.example", undefined],
    ['someone@例え.テスト', undefined],
    ['имя@ö-test.example', undefined],
    ['имя@пример.рф', undefined],
  ])('finds in the address %j: %s', (email, problem) => {
    expect(emailProblem(email)).toBe(problem);
  });

  it.each([
    ['', 'EmptyCode'],
    ['123', 'InvalidCodeLength'],
    ['12345', 'InvalidCodeLength'],
    ['12a4', 'InvalidCodeLength'],
    [' 1234 ', undefined],
  ])('finds in the code %j: %s', (code, problem) => {
    expect(codeProblem(code)).toBe(problem);
  });
});
