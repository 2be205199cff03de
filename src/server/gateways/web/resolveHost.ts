import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from '#server/gateways/web/publicAddress.ts';
import { Refused } from '#server/gateways/web/refused.ts';
import { hostOf, portOf } from '#server/gateways/web/webAddress.ts';
import { untilAborted } from '#server/untilAborted.ts';

/** Returns all IP addresses of a host name; may be empty. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/** An address and port of this machine that are allowed, for tests. */
export type TestAddress = { address: string; port: number };

/**
 * Returns the addresses to connect to, in the order to try them. Throws `Refused` unless all addresses of the host are
 * public, because a stranger with one private address among them could choose which one we use.
 */
export async function resolveHost(
  url: URL,
  resolveName: ResolveName,
  testAddresses: readonly TestAddress[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const host = hostOf(url);
  const addresses =
    isIP(host) === 0 ? await untilAborted(addressesOf(host, resolveName), signal) : [host];
  if (addresses.length === 0) throw new Refused('unknown_host');
  const isForTests = (address: string) =>
    testAddresses.some((one) => one.address === address && one.port === portOf(url));
  // `readAddress` allows the ports of test addresses. They are for those addresses only.
  const isWebPort = [80, 443].includes(portOf(url));
  const isAllowed = (address: string) =>
    isForTests(address) || (isWebPort && isPublicAddress(address));
  if (!addresses.every(isAllowed)) throw new Refused('private_address');
  return addresses;
}

/**
 * Returns a resolver that asks DNS directly. The system's resolver blocks a thread of the pool for each name, completes
 * short names with search domains, and reads `/etc/hosts`. IPv4 first, because not every machine has IPv6.
 */
export function dnsResolver(): ResolveName {
  return async (name) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    const [four, six] = await Promise.all([
      resolver.resolve4(name).catch(() => []),
      resolver.resolve6(name).catch(() => []),
    ]);
    return [...four, ...six];
  };
}

async function addressesOf(name: string, resolveName: ResolveName): Promise<readonly string[]> {
  // RFC 6761: these names mean this machine, regardless of DNS.
  if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1'];
  try {
    return await resolveName(name);
  } catch {
    throw new Refused('unknown_host');
  }
}
