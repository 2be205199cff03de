import { type AnswerOf, type CallOf, type Endpoint, endpointUrl } from '#contract/endpoint.ts';
import { type ErrorCode, errorAnswer, isErrorCode } from '#contract/errors.ts';

/** A call that the server refused, or that never reached it (`offline`). */
export class CallError extends Error {
  readonly code: ErrorCode | 'offline';
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode | 'offline', message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.name = 'CallError';
    this.code = code;
    this.details = details;
  }
}

/** Browsers keep 64 KB of calls for pages that were left. */
const keptCharacters = 8_000;

/** A call that the page itself made before this code came (`stores/browser/earlyCalls.ts`). */
export type EarlyCall = { response: Promise<Response>; cancel: () => void };

declare global {
  /** Each by method, URL and body. The first call of its kind gets the response. */
  // oxlint-disable-next-line no-var -- the only way to declare a global
  var earlyCalls: Map<string, EarlyCall> | undefined;
}

/** Sends a call with the visitor's cookies and checks its answer. Throws `CallError`. */
export async function call<E extends Endpoint>(
  endpoint: E,
  values: CallOf<E>,
  signal?: AbortSignal,
): Promise<AnswerOf<E>> {
  const response = await send(endpoint, values, { accept: 'application/json' }, signal);
  if (endpoint.answer === undefined) return undefined as AnswerOf<E>;
  const answer = endpoint.answer.safeParse(await response.json().catch(() => undefined));
  if (!answer.success) throw new CallError('internal', `Unreadable answer from ${endpoint.path}`);
  return answer.data as AnswerOf<E>;
}

/** Sends a call and hands back the raw response, whose status is known to be good. Throws `CallError`. */
export async function send<E extends Endpoint>(
  endpoint: E,
  values: CallOf<E>,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<Response> {
  const body = values.body === undefined ? null : JSON.stringify(values.body);
  const request: RequestInit = {
    method: endpoint.method,
    credentials: 'same-origin',
    headers: body === null ? headers : { ...headers, 'content-type': 'application/json' },
    body,
    keepalive: outlivesPage(endpoint, body),
    signal: signal ?? null,
  };
  const url = endpointUrl(endpoint, values);
  const sent = takeEarly(`${endpoint.method} ${url} ${body ?? ''}`, signal) ?? fetch(url, request);
  const response = await sent.catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new CallError('offline', 'The server could not be reached');
  });
  if (response.ok) return response;
  throw await errorOf(response);
}

/** The error in a response with an error status. */
export async function errorOf(response: Response): Promise<CallError> {
  const parsed = errorAnswer.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success) return new CallError(codeOfStatus(response.status), response.statusText);
  const { code, message, ...details } = parsed.data.error;
  return new CallError(isErrorCode(code) ? code : codeOfStatus(response.status), message, details);
}

/** Changes must arrive, even if the page is left at once. */
function outlivesPage({ method }: Endpoint, body: string | null): boolean {
  const isChange = method !== 'GET' && method !== 'POST';
  return isChange && (body?.length ?? 0) <= keptCharacters;
}

function takeEarly(key: string, signal: AbortSignal | undefined): Promise<Response> | undefined {
  const early = globalThis.earlyCalls?.get(key);
  if (!early) return undefined;
  globalThis.earlyCalls?.delete(key);
  signal?.addEventListener('abort', early.cancel, { once: true });
  return early.response;
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'not_signed_in';
  if (status === 429) return 'too_many_requests';
  return status === 502 || status === 503 || status === 504 ? 'unavailable' : 'internal';
}
