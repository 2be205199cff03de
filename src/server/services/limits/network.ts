import { isIPv4, isIPv6 } from 'node:net';

/**
 * Returns the network of an address for limits: an IPv4 address itself, or the /64 of an IPv6 address, because one
 * household or machine has all of it.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  return mappedIn(groups) ?? `${groups.slice(0, 4).join(':')}::/64`;
}

/** Returns the IPv4 address in a mapped one (`::ffff:9.9.9.9`, also written `::ffff:909:909`). */
function mappedIn(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined;
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
  return bytes.join('.');
}

/**
 * Returns the network of an address, shortened so that it identifies no household: an IPv4 /24 or an IPv6 /48. Returns
 * `null` for an invalid address.
 */
export function shortNetworkOf(address: string): string | null {
  const narrow = networkOf(address);
  if (isIPv4(narrow)) return `${narrow.split('.').slice(0, 3).join('.')}.0/24`;
  if (!narrow.endsWith('::/64')) return null;
  const [first = '0', second = '0', third = '0'] = narrow.slice(0, -'::/64'.length).split(':');
  return `${first}:${second}:${third}::/48`;
}

/** A network for limits, and its allowance as a multiple of a single household's. */
export type Network = { name: string; share: number };

/**
 * Returns all networks of an address for limits, the narrowest first. A rented server often has an IPv6 /56 or /48,
 * which are 256 and 65,536 networks of /64. These count together, with a larger allowance because they may also be many
 * households.
 */
export function networksOf(address: string): Network[] {
  const narrowest = networkOf(address);
  if (!narrowest.endsWith('::/64')) return [{ name: narrowest, share: 1 }];
  const groups = narrowest.slice(0, -'::/64'.length).split(':');
  const [first = '0', second = '0', third = '0', fourth = '0'] = groups;
  const upper = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
  return [
    { name: narrowest, share: 1 },
    { name: `${first}:${second}:${third}:${upper}::/56`, share: 2 },
    { name: `${first}:${second}:${third}::/48`, share: 4 },
  ];
}

/** Returns the network of an address that counts as one household: an IPv4 address, or an IPv6 /56. */
export function householdOf(address: string): string {
  const [narrowest, wider] = networksOf(address);
  return (wider ?? narrowest)?.name ?? address;
}

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  // The URL parser returns the canonical form of an address (an IPv4 tail becomes two groups).
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail = ''] = canonical.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after];
}
