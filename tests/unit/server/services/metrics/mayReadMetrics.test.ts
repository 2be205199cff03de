import { describe, expect, it } from 'vitest';
import { hasProxy, mayReadMetrics } from '#server/services/metrics/mayReadMetrics.ts';

function reader(address: string, headers: Record<string, string> = {}) {
  return { address, header: (name: string) => headers[name] };
}

const token = 'a-token-of-forty-characters,-all-of-them';
const bearer = { authorization: `Bearer ${token}` };
const open = { token: undefined, hasProxy: false };

describe('mayReadMetrics', () => {
  it.each(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])('accepts %s', (address) => {
    expect(mayReadMetrics(open, reader(address))).toBe(true);
  });

  it.each(['10.0.0.1', '::ffff:10.0.0.1', '1127.0.0.1', '2001:db8::1', 'unknown', ''])(
    'refuses %s',
    (address) => {
      expect(mayReadMetrics(open, reader(address))).toBe(false);
    },
  );

  it.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])(
    'refuses what a proxy on this machine passes on with %s',
    (name) => {
      expect(mayReadMetrics(open, reader('127.0.0.1', { [name]: '203.0.113.7' }))).toBe(false);
    },
  );

  it('refuses this machine if visitors come through a proxy', () => {
    expect(mayReadMetrics({ token: undefined, hasProxy: true }, reader('127.0.0.1'))).toBe(false);
  });

  it('needs the token if there is one, also on this machine, and accepts it from anywhere', () => {
    const closed = { token, hasProxy: true };
    expect(mayReadMetrics(closed, reader('127.0.0.1'))).toBe(false);
    expect(mayReadMetrics(closed, reader('127.0.0.1', { authorization: 'Bearer x' }))).toBe(false);
    expect(mayReadMetrics(closed, reader('10.0.0.1', bearer))).toBe(true);
  });
});

describe('hasProxy', () => {
  it.each([
    ['http://localhost:4321', 0, false],
    ['http://127.0.0.1:4321', 0, false],
    ['http://localhost:4321', 1, true],
    ['https://example.org', 0, true],
    ['https://localhost', 0, true],
    ['http://example.org', 0, true],
  ])('of %s with %s trusted proxies is %s', (publicUrl, trustedProxies, expected) => {
    expect(hasProxy({ publicUrl, trustedProxies })).toBe(expected);
  });
});
