import { describe, expect, it } from 'vitest';
import { codeLength, codeProblem, emailProblem, resendSeconds } from '#domain/login.ts';

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
    [' someone@example.org ', undefined],
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
