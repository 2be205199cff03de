import { Agent, type IncomingMessage, type RequestOptions, request as askPlain } from 'node:http';
import { Agent as SecureAgent, request as askSecurely } from 'node:https';
import { errorCodeIn, reasonOf } from '#server/gateways/models/failure.ts';
import { UpstreamError } from '#server/gateways/models/models.ts';
import type { WrittenRequest } from '#server/gateways/models/writeRequest.ts';

/** How much of an error answer is read to find its code, in bytes. */
const errorMaxBytes = 16_384;

/** Milliseconds for which a connection that nobody uses is kept; servers close theirs after five seconds or more. */
const idleMilliseconds = 4_000;

const agents = {
  'http:': new Agent({ keepAlive: true, timeout: idleMilliseconds }),
  'https:': new SecureAgent({ keepAlive: true, timeout: idleMilliseconds }),
};

/**
 * Posts a request and answers its stream. Errors of the transport are handled here, alike for all providers: no
 * connection, an error status, a body that is no stream; each is thrown as an `UpstreamError`, an abort as the signal's
 * reason. Redirects are not followed: they would carry the conversation to an address that nobody configured.
 */
export async function post(
  provider: string,
  written: WrittenRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const answer = await reach(provider, written, signal);
  const { statusCode = 0 } = answer;
  if (statusCode < 200 || statusCode > 299) throw await refusal(provider, answer, signal);
  if (/html|application\/json/.test(answer.headers['content-type'] ?? '')) {
    answer.destroy();
    throw new UpstreamError('upstream_error', `${provider} answered without a stream`);
  }
  return answer;
}

function reach(
  provider: string,
  { url, headers, body }: WrittenRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { protocol } = new URL(url);
  const isSecure = protocol === 'https:';
  const bytes = Buffer.from(body);
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': bytes.byteLength },
    agent: agents[isSecure ? 'https:' : 'http:'],
    // Its time is for a connection that nobody uses: while one is read, each piece would set it anew.
    timeout: 0,
    signal,
  };
  const asked = isSecure ? askSecurely(url, options, resolve) : askPlain(url, options, resolve);
  // Stays for what happens after the answer has begun: its own stream tells that again.
  asked.on('error', (error: Error & { code?: unknown }) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const why = typeof error.code === 'string' ? ` (${error.code})` : '';
    reject(new UpstreamError('upstream_refused', `${provider} could not be reached${why}`));
  });
  asked.end(bytes);
  return promise;
}

async function refusal(
  provider: string,
  answer: IncomingMessage,
  signal: AbortSignal,
): Promise<UpstreamError> {
  const code = await readErrorCode(answer);
  signal.throwIfAborted();
  const detail = code === undefined ? '' : ` (${code})`;
  return new UpstreamError(
    reasonOf(answer.statusCode, code),
    `${provider} answered with status ${answer.statusCode}${detail}`,
  );
}

async function readErrorCode(answer: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > errorMaxBytes) return undefined;
    }
    return errorCodeIn(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  } catch {
    return undefined;
  }
}
