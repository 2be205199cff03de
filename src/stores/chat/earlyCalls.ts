import type { EarlyCall } from '#contract/call.ts';
import type { QuestionBody } from '#stores/answers/answerStream.ts';

/**
 * Requests that are sent while the code of the chat area is still loading: the account, and a question in a new chat.
 * `contract/call.ts` returns their responses when the same calls are made later. This module is inlined into the page, so
 * it imports types only, and repeats what other files define about addresses, keys and drafts.
 */

/** The price of each chat by its `{group}/{model}`, or `g` for GPTs, and the most characters of a question. */
export type EarlyQuestionLimits = { prices: Readonly<Record<string, number>>; most: number };

/** A question that has been sent. */
export type EarlyQuestion = {
  requestId: string;
  text: string;
  price: number;
  response: Promise<Response>;
  /** Hides its answer, once that is shown. */
  hide?: () => void;
};

declare global {
  /** Stops sending early. Returns the question that was sent, if any. */
  // oxlint-disable-next-line no-var -- the only way to declare a global
  var endEarlyQuestion: (() => EarlyQuestion | undefined) | undefined;
  /** The question whose answer `elements/earlyAnswer.ts` shows before the chat area can draw it. */
  // oxlint-disable-next-line no-var -- the only way to declare a global
  var earlyAnswer: EarlyQuestion | undefined;
}

/** Requests the account, which is the first request of the chat area. */
export function callAccountEarly(): void {
  void send('GET', '/api/account', { accept: 'application/json' });
}

/**
 * Sends a question to the model or GPT of the address, for at most the price with which the page was built. Returns
 * `undefined` where the question must wait for the chat area: no user is signed in, there is no connection, or the
 * address is not that of a new chat.
 */
export function askEarly(
  value: string,
  { prices, most }: EarlyQuestionLimits,
): EarlyQuestion | undefined {
  const text = value.trim();
  const [group, subject] = targetInPath(location.pathname);
  const price = prices[group === 'g' ? group : `${group}/${subject}`];
  if (price === undefined || text === '' || text.length > most || !canSend()) return undefined;
  const target = group === 'g' ? { gpt: subject } : { model: subject };
  const requestId = crypto.randomUUID();
  // In the order of `sendQuestion`, whose body must be the same.
  const question: QuestionBody = { request_id: requestId, target, text, max_price: price };
  if (new URLSearchParams(location.search).has('temporary')) question.temporary = true;
  keepDraft(`${group}/${subject}`, value);
  const headers = { accept: 'text/event-stream', 'content-type': 'application/json' };
  const response = send('POST', '/api/chat/questions', headers, JSON.stringify(question));
  return { requestId, text, price, response };
}

function send(
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Response> {
  const abort = new AbortController();
  const { signal } = abort;
  const request = { method, headers, body: body ?? null, credentials: 'same-origin', signal };
  const response = fetch(url, request as RequestInit);
  // `contract/call.ts` handles the error; this prevents an unhandled rejection.
  response.catch(() => undefined);
  const early: EarlyCall = { response, cancel: () => abort.abort() };
  globalThis.earlyCalls ??= new Map();
  globalThis.earlyCalls.set(`${method} ${url} ${body ?? ''}`, early);
  return response;
}

/** Returns the group and the model or GPT of the path of a new chat; empty texts for any other path. */
function targetInPath(path: string): [string, string] {
  const [, group = '', subject = ''] = /^\/[^/]+\/chat\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  try {
    return [group, decodeURIComponent(subject)];
  } catch {
    return ['', ''];
  }
}

/** `crypto.randomUUID` exists only on secure pages, which those of a server in a local network are not. */
function canSend(): boolean {
  const hasHint = /(?:^|;\s*)user_id=[^;]/.test(document.cookie);
  return hasHint && navigator.onLine && typeof crypto.randomUUID === 'function';
}

/** Stores the text as a draft until the question has arrived. */
function keepDraft(target: string, text: string): void {
  try {
    localStorage.setItem(`draft:${target}`, text);
  } catch {
    // Full or forbidden.
  }
}
