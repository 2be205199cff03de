import { at } from '#server/gateways/readJson.ts';

/**
 * Why a provider rejects all requests of our account: it refuses our key, or the account has no money or quota left.
 */
export type AccountProblem = 'refused' | 'empty';

/** Codes of empty accounts. Codes of limits in a minute or a day do not belong here: `rate_limit_exceeded`. */
const emptyCode =
  /insufficient_?(?:quota|balance|credit|fund)|billing|exceeded_current_quota|arrear|overdue|out_of_credits|payment_required/;

const refusedCode =
  /authentication|unauthori[sz]ed|(?:api_?key|token)_(?:is_)?(?:invalid|expired|revoked)|(?:invalid|incorrect|expired|revoked)_(?:api_?key|token)|(?:account|organization)_(?:deactivated|disabled|suspended|restricted)/;

/**
 * Beginnings of messages about empty accounts, of providers that name no code for them. Only the beginning counts, before
 * any quotation mark, because messages may repeat what a user wrote.
 */
const emptyMessage =
  /^[^"'“‘«‹`]{0,60}?(?:insufficient[ _](?:account )?(?:balance|credit|fund|quota)|credit balance is too low|exhausted balance|(?:balance|credits?) (?:is|are|has been|have been) (?:insufficient|exhausted|not enough|used up)|not enough (?:balance|credit)|out of credits|used all available credits|reached (?:its|your) (?:\w+ )?spending limit|reached your specified api usage limits|余额不足|欠费)/iu;

/** Tavily's statuses for used up plans and budgets. */
const emptyStatuses: readonly (number | undefined)[] = [402, 432, 433];

/** Returns the problem that the status or the body of an error response names; `undefined` if it is another one. */
export function accountProblemOf(
  status: number | undefined,
  body: unknown,
): AccountProblem | undefined {
  if (emptyStatuses.includes(status)) return 'empty';
  // A provider that is down may say anything.
  if (status !== undefined && status >= 500) return undefined;
  const codes = codesIn(body);
  if (codes.some((code) => emptyCode.test(code))) return 'empty';
  if (messagesIn(body).some((message) => emptyMessage.test(message))) return 'empty';
  // Access to one model says nothing about the others.
  if (codes.some((code) => code.includes('model'))) return undefined;
  // A firewall in front of the provider sends a page, perhaps because of one user's text.
  const isPage = typeof body === 'string' && /^\s*</.test(body);
  const isRefused = status === 401 || (status === 403 && !isPage);
  return isRefused || codes.some((code) => refusedCode.test(code)) ? 'refused' : undefined;
}

const codePaths = [['error', 'code'], ['error', 'type'], ['code'], ['type']];

function codesIn(body: unknown): string[] {
  return textsAt(body, codePaths).map((code) => code.slice(0, 100).toLowerCase());
}

const messagePaths = [
  ['error', 'message'],
  ['error'],
  ['message'],
  ['detail'],
  ['detail', 'error'],
  ['title'],
  ['msg'],
];

function messagesIn(body: unknown): string[] {
  return typeof body === 'string' ? [body] : textsAt(body, messagePaths);
}

function textsAt(body: unknown, paths: readonly (readonly string[])[]): string[] {
  return paths.map((path) => at(body, ...path)).filter((text) => typeof text === 'string');
}
