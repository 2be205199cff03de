import { type CallOf, type Endpoint, type ResponseOf, endpointUrl } from '#contract/endpoint.ts';
import { type ErrorCode, errorBody, isErrorCode } from '#contract/errors.ts';

/** The error of a call that the server refused, or that did not reach the server (`offline`). */
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

/** Longest body with `keepalive`. Browsers allow 64 KB for all such requests of a page together. */
const keepaliveCharacters = 8_000;

/** A request that an inline script of the page sent before this code was loaded (`stores/chat/earlyCalls.ts`). */
export type EarlyCall = { response: Promise<Response>; cancel: () => void };

declare global {
  /** Early requests by method, URL and body. The first call with the same key takes the response. */
  // oxlint-disable-next-line no-var -- the only way to declare a global
  var earlyCalls: Map<string, EarlyCall> | undefined;
}

/** The calls that come first at the start of a page, and the promise that all others wait for. */
let held: { first: readonly Endpoint[]; until: Promise<unknown> } | undefined;

/** Holds back all calls except `first` until `until` is settled. */
export function holdCalls(first: readonly Endpoint[], until: Promise<unknown>): void {
  const own = { first, until };
  held = own;
  const release = (): void => {
    if (held === own) held = undefined;
  };
  void until.then(release, release);
}

/**
 * Returns the promise for which a call must wait. `undefined` mostly, so that a call of a page that is being closed is
 * sent at once.
 */
export function callTurn(endpoint: Endpoint): Promise<unknown> | undefined {
  return held?.first.includes(endpoint) ? undefined : held?.until.catch(() => undefined);
}

/** Sends a request with the visitor's cookies and returns the checked body of the response. Throws `CallError`. */
export async function call<E extends Endpoint>(
  endpoint: E,
  values: CallOf<E>,
  signal?: AbortSignal,
): Promise<ResponseOf<E>> {
  const response = await send(endpoint, values, { accept: 'application/json' }, signal);
  if (endpoint.response === undefined) return undefined as ResponseOf<E>;
  const parsed = endpoint.response.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success) throw new CallError('internal', `Unreadable response from ${endpoint.path}`);
  return parsed.data as ResponseOf<E>;
}

/** Sends a request and returns the raw response. Throws `CallError` for error statuses. */
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
  // A change that the user made does not wait for the start of the page, or leaving the page now would lose it.
  const turn = request.keepalive ? undefined : callTurn(endpoint);
  if (turn) await turn;
  const sent = takeEarly(`${endpoint.method} ${url} ${body ?? ''}`, signal) ?? fetch(url, request);
  const response = await sent.catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new CallError('offline', 'The server could not be reached');
  });
  if (response.ok) return response;
  throw await errorOf(response);
}

/** Returns the error of a response with an error status. */
export async function errorOf(response: Response): Promise<CallError> {
  const parsed = errorBody.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success) return new CallError(codeOfStatus(response.status), response.statusText);
  const { code, message, ...details } = parsed.data.error;
  return new CallError(isErrorCode(code) ? code : codeOfStatus(response.status), message, details);
}

/** Whether the request must continue after the page is closed, because it changes something. */
function outlivesPage({ method }: Endpoint, body: string | null): boolean {
  const isChange = method !== 'GET' && method !== 'POST';
  return isChange && (body?.length ?? 0) <= keepaliveCharacters;
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
