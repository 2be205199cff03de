import { describe, expect, it } from 'vitest';
import { accountProblemOf } from '#server/gateways/accountProblem.ts';

const error = (code: string, message = '') => ({ error: { code, message } });

describe('an error response', () => {
  it.for<[number | undefined, unknown]>([
    [402, undefined],
    [432, { detail: { error: 'This request exceeds your plan' } }],
    [429, error('insufficient_quota')],
    [400, error('billing_hard_limit_reached')],
    [429, { error: { type: 'exceeded_current_quota_error' } }],
    [
      400,
      { error: { type: 'invalid_request_error', message: 'Your credit balance is too low to …' } },
    ],
    [403, { detail: 'User is locked. Reason: Exhausted balance. Top up your balance' }],
    [403, { code: 30001, message: 'Sorry, your account balance is insufficient' }],
    [undefined, { error: { message: 'Insufficient credits. Add more' } }],
    [400, { code: 'Arrearage', message: 'Access denied' }],
    [429, { error: { code: '1113', message: '余额不足或无可用资源包' } }],
    [429, 'Insufficient funds'],
    [402, { type: 'error', error: { type: 'billing_error', message: 'Payment is due' } }],
    [
      400,
      {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'You have reached your specified API usage limits. You will regain access on …',
        },
      },
    ],
    [
      429,
      {
        code: 'The caller has no permission',
        error:
          'Your team 16f2151a-40f4-4a80-8ad0-cae00c27e8dd has either used all available credits or …',
      },
    ],
    [403, { error: 'You have run out of credits or need a subscription.' }],
  ])('says that the account is empty: %j %j', ([status, body]) => {
    expect(accountProblemOf(status, body)).toBe('empty');
  });

  it.for<[number | undefined, unknown]>([
    [401, undefined],
    [401, '<html>Authorization required</html>'],
    [403, undefined],
    [403, { error: { message: 'Country, region, or territory not supported' } }],
    [422, error('SUBSCRIPTION_TOKEN_INVALID')],
    [400, error('API_KEY_INVALID')],
    [400, error('organization_restricted', 'Organization has been restricted.')],
    [undefined, { error: { type: 'authentication_error' } }],
  ])('says that the account is refused: %j %j', ([status, body]) => {
    expect(accountProblemOf(status, body)).toBe('refused');
  });

  it.for<[number | undefined, unknown]>([
    [429, error('rate_limit_exceeded', 'You exceeded your current quota, retry in 34 s')],
    [403, error('model_not_found', 'Project has no access to model x')],
    [403, '<html><title>Attention Required!</title></html>'],
    [400, error('invalid_value', 'Invalid value: "insufficient balance"')],
    [400, error('context_length_exceeded', 'Use fewer tokens')],
    [429, { error: { type: 'rate_limit_error', message: 'This request would exceed your limit' } }],
    [429, error('rate_limit_exceeded', 'Rate limit reached for model on tokens per day (TPD)')],
    [404, undefined],
    [500, error('insufficient_quota')],
    [200, { choices: [] }],
  ])('says neither: %j %j', ([status, body]) => {
    expect(accountProblemOf(status, body)).toBeUndefined();
  });
});
