import { isIP } from 'node:net';
import { Refused } from '#server/gateways/web/refused.ts';

const maxUrlLength = 2_048;
const maxHostLength = 253;

/**
 * Names that are not public (RFC 6761, 6762, 7686, 8375, 9476). `localhost` is resolved to this machine, and then
 * refused.
 */
const privateName = /(?:^|\.)(?:local|internal|intranet|lan|home|corp|onion|alt|home\.arpa)$/;

/**
 * Parses a URL from a stranger or a redirect. Only the result may be used afterwards, because in it every spelling of
 * an IP address is normalised. Throws `Refused`. `testPorts` are allowed in addition to 80 and 443.
 */
export function readAddress(text: string, base?: URL, testPorts: readonly number[] = []): URL {
  if (text.length > maxUrlLength) throw new Refused('bad_address');
  const url = URL.parse(text, base);
  if (url === null || url.href.length > maxUrlLength) throw new Refused('bad_address');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Refused('bad_address');
  if (url.username !== '' || url.password !== '') throw new Refused('bad_address');
  if (![80, 443, ...testPorts].includes(portOf(url))) throw new Refused('bad_address');
  url.hash = '';
  if (isIP(hostOf(url)) === 0) url.hostname = readName(url.hostname);
  return url;
}

/** Returns the host for DNS and sockets, without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

export function portOf(url: URL): number {
  return Number(url.port || (url.protocol === 'https:' ? 443 : 80));
}

/** Checks a host name. Returns it without a final dot, which certificates and robots.txt do not have. */
function readName(hostname: string): string {
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  const isName =
    /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
  if (name.length > maxHostLength || !isName.test(name)) throw new Refused('bad_address');
  // A name of one label belongs to a local network.
  if (name !== 'localhost' && (!name.includes('.') || privateName.test(name))) {
    throw new Refused('private_address');
  }
  return name;
}
