import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * Whether an IP address belongs to the public internet. IPv4: all except the special-purpose ranges (IANA's registry,
 * RFC 6890). IPv6: only 2000::/3, the one allocated range, except its special-purpose ranges. This excludes mapped,
 * translated, local and multicast addresses.
 */
export function isPublicAddress(address: string): boolean {
  // An address with a zone (`fe80::1%eth0`) is on a link of this machine.
  if (isIP(address) === 0 || address.includes('%')) return false;
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  return allocated.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

const allocated = new BlockList();
allocated.addSubnet('2000::', 3, 'ipv6');

const special = new BlockList();
for (const [network, prefix] of [
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
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  special.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  // Teredo, benchmarks, ORCHID and other assignments of the IETF.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4: leads to the IPv4 address inside.
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special.addSubnet(network, prefix, 'ipv6');
}
