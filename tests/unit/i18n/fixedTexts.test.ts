import { describe, expect, it } from 'vitest';
import { mediaMinutes, models } from '#domain/models/models.ts';
import { translator } from '#i18n/translate.ts';

/** Texts that the specification gives word for word, in English. */
describe('the fixed texts', () => {
  it.each([
    ['site', 'loading', 'Loading...'],
    ['site', 'sign', 'Sign'],
    ['home', 'more.load', 'Load More'],
    ['login', 'getCode', 'Get code'],
    ['login', 'EmptyEmail', 'Email cannot be empty'],
    ['login', 'InvalidEmail', 'Invalid email address'],
    ['login', 'EmptyCode', 'Verification code cannot be empty'],
    ['login', 'InvalidCodeLength', 'Verification code must be 4 digits'],
    ['account', 'saved', 'Saved'],
    ['account', 'gift', 'Gift code'],
    ['account', 'signOut', 'Sign out'],
    ['account', 'closeToast', 'Close toast'],
    ['account', 'notifications', 'Notifications'],
    ['redeem', 'confirm', 'Confirm'],
    ['redeem', 'success', 'Redemption successful!'],
    ['redeem', 'failed', 'Redemption failed!'],
    ['redeem', 'again', 'Re-enter the redemption code'],
    ['pay', 'failed.heading', 'Pay failed!'],
    ['pay', 'failed.text', 'Sorry, your payment was failed, please try again.'],
    ['chat', 'limit.title', 'You just reached your chats limit'],
    ['errors', 'no_credits', 'You just reached your chats limit'],
    ['errors', 'server_busy', 'Server busy, access failed, please try again later'],
    [
      'errors',
      'gpt_not_public',
      'This GPT is not public, currently inaccessible, please try another GPT',
    ],
    ['chat', 'reason.upstream_busy', 'Server busy, access failed, please try again later'],
    [
      'models',
      'disturbed',
      'Due to fluctuations in the upstream AI provider’s service, conversations may be delayed or get no response, so please retry later.',
    ],
    [
      'chat',
      'missing.notPublic',
      'This GPT is not public, currently inaccessible, please try another GPT',
    ],
    [
      'chat',
      'missing.notPublicHint',
      'Requires the GPT author to change the link permission to a status other than only me',
    ],
  ] as const)('are in %s.%s: %s', (area, key, text) => {
    expect(translator('en', area)(key)).toBe(text);
  });

  it('state on the German button that ordering costs money, in the words of § 312j BGB only', () => {
    expect(translator('de', 'pay')('new.pay')).toBe('Zahlungspflichtig bestellen');
  });

  it('give every model of the catalogue a tip', () => {
    const t = translator('en', 'models');
    const tip = (id: string) => t(id, { minutes: mediaMinutes });
    for (const { id } of models) expect(tip(id).length).toBeGreaterThan(10);
    for (const id of ['suno-v3', 'luma-video']) expect(tip(id)).toContain('about 3 minutes');
  });
});
