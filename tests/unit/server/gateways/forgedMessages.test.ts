import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callbackKey, isCallbackKey } from '#server/services/media/jobs/callbackKey.ts';
import { times } from '../../../setup/longRuns.ts';
import { type Webhook, openWebhooks, seconds } from '../../../setup/signedMessages.ts';

const runs = { numRuns: times(60, 5_000) };

let webhooks: Webhook[] = [];
let close: () => Promise<void>;

beforeAll(async () => {
  ({ webhooks, close } = await openWebhooks());
});

afterAll(() => close());

/** Texts of any characters that UTF-8 has. */
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.json());

/** Values that a header can have, many of them similar to a signature. */
const headerValue = fc.oneof(
  fc.string({ unit: 'grapheme-ascii' }).filter((value) => isHeaderValue(value)),
  fc.stringMatching(/^(?:t=[\dN]{0,13})?(?:,?v[01]=?,?[\da-f]{0,64}){0,3}$/),
  fc.constantFrom('', ',', '=', 't=', 't=1,v1=', 'v1,', 'sha256=', '0', 'NaN', 'Infinity'),
);

/** Times that are not a plain number of seconds near now, though `Number` reads many of them as one. */
const wrongTime = fc.oneof(
  fc.constantFrom('', 'NaN', 'null', 'Infinity', '-1', '0', '1e9', '1.8e9', '0x6b49d200'),
  fc.constantFrom('+', '-', '0x', '١').map((sign) => `${sign}${seconds()}`),
  fc.constantFrom('.0', '.5', 'e0', 'n', ' 1', '_0').map((end) => `${seconds()}${end}`),
  fc.constant(0).map(() => String(Date.now())),
  fc.integer({ min: 360, max: 2_000_000_000 }).map((ago) => seconds(Date.now() - ago * 1_000)),
  fc.integer({ min: 360, max: 2_000_000_000 }).map((on) => seconds(Date.now() + on * 1_000)),
);

/** Changes a text at a place: a character is removed, replaced or inserted, or all of it is replaced. */
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  how: fc.constantFrom('remove', 'replace', 'insert', 'cut', 'repeat', 'renew' as const),
  value: headerValue,
});

function edited(
  before: string,
  { at, how, value }: typeof edit extends fc.Arbitrary<infer E> ? E : never,
) {
  const place = Math.floor(at * before.length);
  const rest = before.slice(place + 1);
  const changes = {
    remove: before.slice(0, place) + rest,
    replace: before.slice(0, place) + (value[0] ?? '') + rest,
    insert: before.slice(0, place) + value + before.slice(place),
    cut: before.slice(0, place),
    repeat: `${before},${before}`,
    renew: value,
  };
  return changes[how];
}

function isHeaderValue(value: string): boolean {
  return /^[\u0020-\u007E]*$/.test(value);
}

/** Whether a changed header still has the signature and the time that it had, as a part of its own each. */
function isSame(before: string, after: string, separator: string | undefined): boolean {
  if (separator === undefined) return before.toLowerCase() === after.toLowerCase();
  const parts = after.split(separator);
  return before.split(separator).every((part) => parts.includes(part));
}

async function every(check: (webhook: Webhook) => Promise<void>): Promise<void> {
  expect(webhooks).toHaveLength(6);
  for (const webhook of webhooks) await check(webhook);
}

describe('the verification of a webhook', () => {
  it('takes every body that its provider signs', () =>
    every(async ({ name, sign, takes }) => {
      await fc.assert(
        fc.asyncProperty(text, async (body) => {
          const isReadable = name !== 'the sandbox' || body.startsWith('{');
          fc.pre(isReadable);
          expect([name, await takes(body, new Headers(sign(body)))]).toEqual([name, true]);
        }),
        runs,
      );
    }));

  it('refuses a body that was changed', () =>
    every(async ({ name, sign, takes }) => {
      await fc.assert(
        fc.asyncProperty(text, edit, async (body, change) => {
          const changed = edited(body, change);
          fc.pre(changed !== body);
          expect([name, await takes(changed, new Headers(sign(body)))]).toEqual([name, false]);
        }),
        runs,
      );
    }));

  it('refuses a message with a changed or missing header', () =>
    every(async ({ name, sign, takes, separator }) => {
      await fc.assert(
        fc.asyncProperty(fc.json(), fc.nat(), fc.option(edit), async (body, index, change) => {
          const headers = new Headers(sign(body));
          const [header = '', before = ''] = [...headers][index % [...headers].length] ?? [];
          if (change === null) headers.delete(header);
          else headers.set(header, edited(before, change));
          fc.pre(!isSame(before, headers.get(header) ?? '', separator));
          expect([name, header, await takes(body, headers)]).toEqual([name, header, false]);
        }),
        runs,
      );
    }));

  it('refuses forged messages of a stranger', () =>
    every(async ({ name, sign, takes }) => {
      const names = Object.keys(sign(''));
      await fc.assert(
        fc.asyncProperty(text, fc.array(headerValue, { minLength: 4 }), async (body, values) => {
          const headers = new Headers(names.map((header, index) => [header, values[index] ?? '']));
          expect([name, await takes(body, headers)]).toEqual([name, false]);
        }),
        runs,
      );
    }));

  it('takes a signed time only when it is a plain number of seconds near now', () =>
    every(async ({ name, hasTime, sign, takes }) => {
      if (!hasTime) return;
      const signedAt = (time: string) => {
        const headers = sign('{}', time);
        return Object.values(headers).every(isHeaderValue) ? new Headers(headers) : new Headers();
      };
      for (const skew of [-240_000, 240_000]) {
        const time = seconds(Date.now() + skew);
        expect([name, time, await takes('{}', signedAt(time))]).toEqual([name, time, true]);
      }
      await fc.assert(
        fc.asyncProperty(wrongTime, async (time) => {
          expect([name, await takes('{}', signedAt(time))]).toEqual([name, false]);
        }),
        runs,
      );
    }));
});

describe('the key in the address of a callback', () => {
  it('is of one job and one secret', () => {
    const job = fc.uuid();
    fc.assert(
      fc.property(job, fc.string(), edit, (id, secret, change) => {
        const key = callbackKey({ secret }, id);
        const changed = edited(key, change);
        expect(isCallbackKey({ secret }, id, key)).toBe(true);
        expect(isCallbackKey({ secret }, id, changed)).toBe(changed === key);
        expect(isCallbackKey({ secret: `${secret}x` }, id, key)).toBe(false);
        expect(isCallbackKey({ secret }, edited(id, { ...change, how: 'cut' }), key)).toBe(false);
      }),
      runs,
    );
  });
});
