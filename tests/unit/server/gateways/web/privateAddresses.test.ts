import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWeb } from '#server/gateways/web/createWeb.ts';
import { isPublicAddress } from '#server/gateways/web/publicAddress.ts';
import { privateHosts, refusedAddresses } from '../../../../setup/privateAddresses.ts';
import { htmlOnly } from '../../../../setup/strangersSite.ts';

describe('addresses that are not public', () => {
  const web = createWeb({
    publicUrl: 'https://dolores.example',
    resolveName: () => Promise.reject(new Error('A literal was looked up')),
  });

  it.for(privateHosts.flatMap((host) => [`http://${host}/`, `https://${host}/path?query#hash`]))(
    'refuses %s',
    async (url) => {
      const fetched = await web.fetchPage(url, htmlOnly);
      expect(fetched).toEqual({
        kind: 'refusal',
        reason: expect.stringMatching(/^(private_address|bad_address)$/),
      });
    },
  );

  it.for(refusedAddresses)('refuses to read %s', async (url) => {
    expect(await web.fetchPage(url, htmlOnly)).toEqual({ kind: 'refusal', reason: 'bad_address' });
  });

  it('is a corpus of more than eighty spellings', () => {
    expect(new Set(privateHosts).size).toBeGreaterThan(80);
  });
});

describe('the rule for public addresses', () => {
  it.for([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '172.32.0.1',
    '198.17.255.255',
    '223.255.255.255',
  ])('has %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.for(['2606:4700::1111', '2a00:1450:4001::8a', '2003::1', '2001:200::1', '2400:cb00::1'])(
    'has %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it('agrees with arithmetic on random IPv4 addresses', () => {
    const ranges = privateRanges4.map(([network, prefix]) => [numberOf(network), prefix] as const);
    fc.assert(
      fc.property(fc.oneof(fc.nat(0xff_ff_ff_ff), near4), (value) => {
        const isSpecial = ranges.some(
          ([network, prefix]) =>
            Math.floor(value / 2 ** (32 - prefix)) === Math.floor(network / 2 ** (32 - prefix)),
        );
        expect(isPublicAddress(textOf4(value))).toBe(!isSpecial);
      }),
      { seed: 14, numRuns: 3_000 },
    );
  });

  it('agrees with arithmetic on random IPv6 addresses', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 128n - 1n), fc.constantFrom(...starts6), (rest, start) => {
        const value = (start.value << BigInt(128 - start.bits)) | (rest >> BigInt(start.bits));
        const isIn = ([network, bits]: readonly [bigint, number]) =>
          value >> BigInt(128 - bits) === network;
        expect(isPublicAddress(textOf6(value))).toBe(isIn([1n, 3]) && !special6.some(isIn));
      }),
      { seed: 14, numRuns: 3_000 },
    );
  });
});

const privateRanges4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** The first or last address of a range, or the one next to it. */
const near4 = fc
  .tuple(fc.constantFrom(...privateRanges4), fc.boolean(), fc.constantFrom(-1, 0, 1))
  .map(([[network, prefix], last, by]) => {
    const value = numberOf(network) + (last ? 2 ** (32 - prefix) - 1 : 0) + by;
    return (value + 2 ** 32) % 2 ** 32;
  });

/** The first bits of IPv6 addresses, so that small ranges are met as well. */
const starts6 = [
  { value: 0n, bits: 0 },
  { value: 1n, bits: 3 },
  { value: 0x2001n, bits: 16 },
  { value: 0x2001_0000n >> 9n, bits: 23 },
  { value: 0x2001_0db8n, bits: 32 },
  { value: 0x2002n, bits: 16 },
  { value: 0x3_fff0n, bits: 20 },
  { value: 0xfen, bits: 8 },
  { value: 0xffffn, bits: 96 },
];

const special6: readonly (readonly [bigint, number])[] = [
  [0x2001_0000n >> 9n, 23],
  [0x2001_0db8n, 32],
  [0x2002n, 16],
  [0x3_fff0n, 20],
];

function numberOf(address: string): number {
  return address.split('.').reduce((value, part) => value * 256 + Number(part), 0);
}

function textOf4(value: number): string {
  return [24, 16, 8, 0].map((bits) => Math.floor(value / 2 ** bits) % 256).join('.');
}

function textOf6(value: bigint): string {
  const digits = value.toString(16).padStart(32, '0');
  return (digits.match(/.{4}/g) ?? []).join(':');
}
