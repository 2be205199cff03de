import { describe, expect, it } from 'vitest';
import { dialogTexts } from '#catalog/site/dialogTexts.ts';
import { languages } from '#domain/languages/languages.ts';
import { type Registration, registrations } from '#domain/login/registration.ts';

const ways: Record<Registration, string[]> = {
  open: ['login.intro'],
  code: ['login.introCode', 'login.invitation', 'login.invitationHint'],
  closed: ['login.introClosed'],
};

describe('the texts of the sign-in form', () => {
  it.each(registrations)('name only how an account is opened: %s', (registration) => {
    for (const language of languages) {
      const { form, file } = dialogTexts(language, { hasGoogle: false, registration });
      const found = Object.keys(form).filter((key) => /^login\.(intro|invitation)/.test(key));
      expect([language, found]).toEqual([language, ways[registration]]);
      expect(file).toHaveProperty(['errors.account_blocked_support']);
      expect('errors.registration_closed' in file).toBe(registration === 'closed');
      expect('errors.invitation_needed' in file).toBe(registration === 'code');
    }
  });
});
