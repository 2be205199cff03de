import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from '#server/gateways/web/publicAddress.ts';
import { Refused } from '#server/gateways/web/refused.ts';
import { literalOf, portOf } from '#server/gateways/web/webAddress.ts';
import { untilAborted } from '#server/untilAborted.ts';

/** Returns all addresses of a host name; none where it has none. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/** An address and port of this machine that may be asked, for tests. */
export type TestAddress = { address: string; port: number };

/**
 * Returns the addresses to which a connection may be opened, in the order to try them. Throws `Refused` unless all
 * addresses of the host are public: with one private among them, which one is asked would be the stranger's choice.
 */
export async function resolveHost(
  url: URL,
  resolveName: ResolveName,
  testAddresses: readonly TestAddress[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const host = literalOf(url);
  const addresses =
    isIP(host) === 0 ? await untilAborted(addressesOf(host, resolveName), signal) : [host];
  if (addresses.length === 0) throw new Refused('unknown_host');
  const isForTests = (address: string) =>
    testAddresses.some((one) => one.address === address && one.port === portOf(url));
  // `readAddress` let the ports of test addresses pass; they are for those addresses only.
  const isWebPort = [80, 443].includes(portOf(url));
  const isAllowed = (address: string) =>
    isForTests(address) || (isWebPort && isPublicAddress(address));
  if (!addresses.every(isAllowed)) throw new Refused('private_address');
  return addresses;
}

/**
 * Asks DNS itself, not the system's resolver: that one blocks a thread of the pool for each name, completes short
 * names with search domains, and reads `/etc/hosts`. IPv4 first, because not every machine has IPv6.
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
  // RFC 6761: these names are this machine, whatever DNS says.
  if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1'];
  try {
    return await resolveName(name);
  } catch {
    throw new Refused('unknown_host');
  }
}
