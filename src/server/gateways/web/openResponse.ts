import {
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request as httpRequest,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { Refused, toRefused } from '#server/gateways/web/refused.ts';
import { hostOf, portOf } from '#server/gateways/web/webAddress.ts';

const maxHeaderBytes = 16_384;

/** How many addresses of a host are tried. */
const maxTries = 3;

export type RequestParts = {
  userAgent: string;
  accept: readonly string[];
  signal: AbortSignal;
  firstByteMilliseconds: number;
  /** Certificates to trust instead of the system's, for tests. */
  certificates?: readonly string[] | undefined;
};

/** Sends a GET to the first address that accepts the connection. Throws `Refused`. */
export async function openResponse(
  url: URL,
  addresses: readonly string[],
  parts: RequestParts,
): Promise<IncomingMessage> {
  let last: Refused | undefined;
  for (const address of addresses.slice(0, maxTries)) {
    try {
      return await openAt(url, address, parts);
    } catch (error) {
      last = toRefused(error);
      if (last.reason !== 'unreachable' || parts.signal.aborted) break;
    }
  }
  throw last ?? new Refused('unreachable');
}

/**
 * Connects to the checked address itself, so that the name is not resolved again. The name is in the `Host` header and
 * in the TLS handshake, which checks the certificate against it.
 */
async function openAt(url: URL, address: string, parts: RequestParts): Promise<IncomingMessage> {
  const name = hostOf(url);
  const options: RequestOptions & { servername: string; ca?: string[] } = {
    host: address,
    port: portOf(url),
    path: `${url.pathname}${url.search}`,
    servername: isIP(name) === 0 ? name : '',
    // A new connection: no proxy of the environment, no socket of another request.
    agent: false,
    maxHeaderSize: maxHeaderBytes,
    signal: parts.signal,
    headers: {
      host: url.host,
      'user-agent': parts.userAgent,
      accept: parts.accept.join(', '),
      'accept-encoding': 'gzip, br',
    },
    ...(parts.certificates !== undefined && { ca: [...parts.certificates] }),
  };
  const request = url.protocol === 'https:' ? httpsRequest(options) : httpRequest(options);
  return responseOf(request, parts.firstByteMilliseconds);
}

async function responseOf(request: ClientRequest, milliseconds: number): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const timer = setTimeout(() => request.destroy(new Refused('timeout')), milliseconds);
  request.on('response', resolve);
  // The listener stays after the response, whose errors appear on the body.
  request.on('error', reject);
  request.on('upgrade', (_response, socket) => {
    socket.destroy();
    reject(new Refused('unreachable'));
  });
  request.on('close', () => reject(new Refused('unreachable')));
  try {
    request.end();
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
