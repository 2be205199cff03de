import { type WebGateway, type WebRefusal, pageText } from '#server/gateways/web/web.ts';
import { readPublicPage } from '#server/services/gpts/linked/readPublicPage.ts';
import type { ImportedGpt } from '#server/services/gpts/sourceFields.ts';

/** A failed fetch. During `seconds` it is returned without another fetch. */
export type FailedPage = { state: 'notPublic' | 'busy'; seconds: number };

const maxBytes = 3_000_000;
const timeoutSeconds = 12;

/** A GPT that is not public may become public; one that is gone rarely comes back. */
const notPublicSeconds = 3_600;
const goneSeconds = 86_400;
const busySeconds = 120;
const maxBusySeconds = 3_600;

/** Fetches and reads the public page of a GPT, from this origin only. */
export async function fetchPublicPage(
  web: WebGateway,
  origin: string,
  id: string,
): Promise<{ state: 'found'; gpt: ImportedGpt } | FailedPage> {
  const address = new URL(`/g/${id}`, origin);
  const fetched = await web.fetchPage(address.href, {
    accept: ['text/html'],
    maxBytes,
    timeoutSeconds,
    allowedHosts: [address.hostname],
  });
  if (fetched.kind === 'refusal') return failureOf(fetched);
  // The addresses of removed GPTs may redirect to another page.
  const isGptPage = new URL(fetched.url).pathname.startsWith(`/g/${id}`);
  const gpt = isGptPage ? readPublicPage(pageText(fetched), id) : undefined;
  if (gpt === undefined) return { state: 'notPublic', seconds: notPublicSeconds };
  return { state: 'found', gpt };
}

function failureOf({ reason, status = 0, retryAfter = 0 }: WebRefusal): FailedPage {
  switch (reason) {
    case 'status':
      if (status === 404 || status === 410) return { state: 'notPublic', seconds: goneSeconds };
      if (status === 401 || status === 403)
        return { state: 'notPublic', seconds: notPublicSeconds };
      return {
        state: 'busy',
        seconds: Math.min(Math.max(busySeconds, retryAfter), maxBusySeconds),
      };
    case 'robots':
    case 'redirect':
    case 'host_not_allowed':
    case 'content_type':
      return { state: 'notPublic', seconds: notPublicSeconds };
    case 'bad_address':
    case 'private_address':
    case 'unknown_host':
    case 'unreachable':
    case 'tls':
    case 'timeout':
    case 'too_large':
    case 'encoding':
    case 'busy':
    case 'aborted':
      return { state: 'busy', seconds: busySeconds };
  }
}
