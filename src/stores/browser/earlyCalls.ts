import type { EarlyCall } from '#contract/call.ts';
import type { Question } from '#stores/chat/answerStream.ts';

/**
 * Calls that leave while the code of the chat area is still loading: who is here, and a question to a new chat.
 * `contract/call.ts` returns their responses when the same calls are made later. This module stands in the page itself,
 * so it imports nothing that runs, and says again what other files know of addresses, keys and drafts.
 */

/** The price of each chat by its `{group}/{model}`, that of GPTs as `g`, and the characters of the longest question. */
export type Askable = { prices: Readonly<Record<string, number>>; most: number };

/** A question that has left. */
export type EarlyQuestion = { requestId: string; text: string };

declare global {
  /** Ends sending early, and answers what was sent. */
  // oxlint-disable-next-line no-var -- the only way to declare a global
  var endEarlyQuestion: (() => EarlyQuestion | undefined) | undefined;
}

/** Asks who is here, which is the first thing that the chat area does. */
export function callAccountEarly(): void {
  send('GET', '/api/account', { accept: 'application/json' });
}

/**
 * Asks a question to whom the address names, for at most what the page was built with as its price. `undefined` where
 * that has to wait for the chat area: nobody is signed in, there is no connection, the chat is none that begins here.
 */
export function askEarly(value: string, { prices, most }: Askable): EarlyQuestion | undefined {
  const text = value.trim();
  const [group, subject] = placeOf(location.pathname);
  const price = prices[group === 'g' ? group : `${group}/${subject}`];
  if (price === undefined || text === '' || text.length > most || !canSend()) return undefined;
  const target = group === 'g' ? { gpt: subject } : { model: subject };
  const requestId = crypto.randomUUID();
  const question: Question = { request_id: requestId, target, text, max_price: price };
  keepDraft(`${group}/${subject}`, value);
  const headers = { accept: 'text/event-stream', 'content-type': 'application/json' };
  send('POST', '/api/chat/questions', headers, JSON.stringify(question));
  return { requestId, text };
}

function send(method: string, url: string, headers: Record<string, string>, body?: string): void {
  const abort = new AbortController();
  const { signal } = abort;
  const request = { method, headers, body: body ?? null, credentials: 'same-origin', signal };
  const response = fetch(url, request as RequestInit);
  // The code that takes it over is notified.
  response.catch(() => undefined);
  const early: EarlyCall = { response, cancel: () => abort.abort() };
  globalThis.earlyCalls ??= new Map();
  globalThis.earlyCalls.set(`${method} ${url} ${body ?? ''}`, early);
}

/** Group and subject of a path that begins a chat; empty where it does not. */
function placeOf(path: string): [string, string] {
  const [, group = '', subject = ''] = /^\/[^/]+\/chat\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  try {
    return [group, decodeURIComponent(subject)];
  } catch {
    return ['', ''];
  }
}

/** `crypto.randomUUID` exists on secure pages only; a server in a local network is none. */
function canSend(): boolean {
  const isHinted = /(?:^|;\s*)user_id=[^;]/.test(document.cookie);
  return isHinted && navigator.onLine && typeof crypto.randomUUID === 'function';
}

/** Until the question has arrived, its text is kept as that of a chat that was left. */
function keepDraft(place: string, text: string): void {
  try {
    localStorage.setItem(`draft:${place}`, text);
  } catch {
    // Full or forbidden.
  }
}
