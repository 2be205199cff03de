import type { IncomingMessage } from 'node:http';
import type { Config } from '#server/config.ts';
import { MediaFailure } from '#server/gateways/media/mediaProvider.ts';
import { openResponse } from '#server/gateways/web/openResponse.ts';
import { streamBody } from '#server/gateways/web/readBody.ts';
import { dnsResolver, resolveHost } from '#server/gateways/web/resolveHost.ts';
import { readAddress } from '#server/gateways/web/webAddress.ts';

const maxRedirects = 4;
const firstByteMilliseconds = 20_000;

/**
 * Returns a function that streams the content of a URL from a provider: from public IP addresses only, which are
 * checked again at every redirect, without cookies, and only over https in production. It throws `MediaFailure`.
 */
export function downloader({ web, production }: Pick<Config, 'web' | 'production'>) {
  const resolveName = dnsResolver();
  const testAddresses = web?.testAddresses ?? [];
  const ports = testAddresses.map(({ port }) => port);
  return async function* download(
    text: string,
    maxBytes: number,
    signal: AbortSignal,
  ): AsyncGenerator<Buffer> {
    try {
      let url = readAddress(text, undefined, ports);
      for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
        if (production && url.protocol !== 'https:') throw new Error('it is no https address');
        const addresses = await resolveHost(url, resolveName, testAddresses, signal);
        const parts = { userAgent: 'Dolores', accept: ['*/*'], signal, firstByteMilliseconds };
        const response = await openResponse(url, addresses, parts);
        try {
          const target = redirectOf(response);
          if (target === undefined) return yield* contentOf(response, maxBytes, signal);
          url = readAddress(target, url, ports);
        } finally {
          response.destroy();
        }
      }
      throw new Error('it redirects too often');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new MediaFailure('busy', 'unusable_result', `A result was not downloaded: ${reason}`);
    }
  };
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  return [301, 302, 303, 307, 308].includes(statusCode) ? headers.location : undefined;
}

function contentOf(
  response: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  if (response.statusCode !== 200) throw new Error(`it answered ${response.statusCode}`);
  return streamBody(response, maxBytes, signal);
}
