import { errorCodeIn, reasonOf } from '#server/gateways/models/failure.ts';
import { UpstreamError } from '#server/gateways/models/models.ts';

/** The longest server-sent event taken from an upstream, in bytes; real ones have some hundred. */
const eventMaxBytes = 1_048_576;

/** How much of an error answer is read to find its code, in bytes. */
const errorMaxBytes = 16_384;

const lineFeed = 10;
const carriageReturn = 13;

/**
 * A `fetch` for one provider's adapter. It settles here, alike for all adapters, what the transport can say: nobody
 * there, an error status, something else than a stream, an event too large to hold, a connection cut in the middle.
 * Each is thrown as an `UpstreamError`; an abort is left as it is.
 */
export function guardedFetch(provider: string): typeof fetch {
  return async (input, init) => {
    const response = await reach(provider, input, init);
    if (!response.ok) throw await refusal(provider, response);
    const type = response.headers.get('content-type') ?? '';
    if (response.body === null || /html|application\/json/.test(type)) {
      await response.body?.cancel();
      throw new UpstreamError('upstream_error', `${provider} answered without a stream`);
    }
    const body = guardBody(provider, response.body, init?.signal ?? undefined);
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

async function reach(
  provider: string,
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
): Promise<Response> {
  try {
    // A redirect would carry the conversation to an address that nobody configured.
    return await fetch(input, { ...init, redirect: 'manual' });
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    const code = (error as { cause?: { code?: unknown } }).cause?.code;
    const why = typeof code === 'string' ? ` (${code})` : '';
    throw new UpstreamError('upstream_refused', `${provider} could not be reached${why}`);
  }
}

async function refusal(provider: string, response: Response): Promise<UpstreamError> {
  const code = await readErrorCode(response);
  const reason = reasonOf(response.status, code);
  const detail = code === undefined ? '' : ` (${code})`;
  return new UpstreamError(reason, `${provider} answered with status ${response.status}${detail}`);
}

async function readErrorCode(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > errorMaxBytes) return undefined;
    }
    return errorCodeIn(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  } catch {
    return undefined;
  }
}

function guardBody(
  provider: string,
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const fits = eventSizeCheck();
  const isLast = doneCheck();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const result = await reader.read().catch((error: unknown) => {
        if (signal?.aborted) throw error;
        throw new UpstreamError('upstream_cut', `The connection to ${provider} was cut`);
      });
      if (result.done) return controller.close();
      if (!fits(result.value)) {
        reader.cancel().catch(() => undefined);
        throw new UpstreamError('upstream_error', `${provider} sent an event that is too large`);
      }
      controller.enqueue(result.value);
      if (isLast(result.value)) {
        controller.close();
        // What follows is the end of the body; once it is read, the connection serves the next question.
        reader.read().catch(() => undefined);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Says of each chunk whether the event that it belongs to is still of a sane size. A blank line ends an event. */
function eventSizeCheck(): (chunk: Uint8Array) => boolean {
  let eventBytes = 0;
  let isBlankLine = true;
  return (chunk) => {
    for (const byte of chunk) {
      eventBytes += 1;
      if (byte === lineFeed) {
        if (isBlankLine) eventBytes = 0;
        isBlankLine = true;
      } else if (byte !== carriageReturn) {
        isBlankLine = false;
      }
      if (eventBytes > eventMaxBytes) return false;
    }
    return true;
  };
}

/**
 * Says of each chunk whether the stream is over with it by the word of OpenAI's protocol. Some gateways say it and keep
 * the connection open, and the adapters wait for its end. Line breaks inside JSON are escaped, so no answer can say it.
 */
function doneCheck(): (chunk: Uint8Array) => boolean {
  let tail = '';
  return (chunk) => {
    tail = (tail + Buffer.from(chunk.subarray(-32)).toString('latin1')).slice(-32);
    return /[\r\n]data: ?\[DONE\]\s+$/.test(tail);
  };
}
