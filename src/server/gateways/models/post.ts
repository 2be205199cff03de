import {
  Agent,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { errorCodeIn, failureOf } from '#server/gateways/models/failure.ts';
import { UpstreamError } from '#server/gateways/models/models.ts';
import type { UpstreamRequest } from '#server/gateways/models/upstreamRequest.ts';
import { readAtMost } from '#server/gateways/readAtMost.ts';
import { parseJson } from '#server/gateways/readJson.ts';

/** How much of an error response is read to find its code, in bytes. */
const errorMaxBytes = 16_384;

/** Milliseconds for which an idle connection is kept; servers close theirs after five seconds or more. */
const idleMilliseconds = 4_000;

const agents = {
  'http:': new Agent({ keepAlive: true, timeout: idleMilliseconds }),
  'https:': new HttpsAgent({ keepAlive: true, timeout: idleMilliseconds }),
};

/**
 * Sends the request, once, and returns the response stream. Throws `UpstreamError` if there is no connection and
 * for an error status; throws the signal's reason when it aborts. The content type is ignored, because gateways name
 * wrong ones. Redirects are not
 * followed, because they would carry the conversation to an address that is not configured.
 */
export async function post(
  provider: string,
  request: UpstreamRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const response = await send(provider, request, signal);
  const { statusCode = 0 } = response;
  if (statusCode < 200 || statusCode > 299) throw await refusal(provider, response, signal);
  return response;
}

function send(
  provider: string,
  { url, headers, body }: UpstreamRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const isSecure = new URL(url).protocol === 'https:';
  const bytes = Buffer.from(body);
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': bytes.byteLength },
    agent: agents[isSecure ? 'https:' : 'http:'],
    // The agent's timeout is for idle connections: on an open response, each chunk would restart its timer.
    timeout: 0,
    signal,
  };
  const request = (isSecure ? requestHttps : requestHttp)(url, options, resolve);
  // The listener stays after the response has begun: its stream reports the same error.
  request.on('error', (error: Error & { code?: unknown }) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const why = typeof error.code === 'string' ? ` (${error.code})` : '';
    reject(new UpstreamError('upstream_refused', `${provider} could not be reached${why}`));
  });
  request.end(bytes);
  return promise;
}

/** Whether a status says that the provider works and only rejects this request. */
function isRejection(status = 0): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

async function refusal(
  provider: string,
  response: IncomingMessage,
  signal: AbortSignal,
): Promise<UpstreamError> {
  const text = await readAtMost(response, errorMaxBytes, signal).catch(() => undefined);
  signal.throwIfAborted();
  const { statusCode } = response;
  const body = parseJson(text ?? '') ?? text;
  const code = errorCodeIn(body);
  const { reason, account } = failureOf(statusCode, body);
  const detail = code === undefined ? '' : ` (${code})`;
  const message = `${provider} answered with status ${statusCode}${detail}`;
  return new UpstreamError(reason, message, account, isRejection(statusCode));
}
