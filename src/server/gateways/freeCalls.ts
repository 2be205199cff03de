import { type AccountProblem, accountProblemOf } from '#server/gateways/accountProblem.ts';
import { readAtMost } from '#server/gateways/readAtMost.ts';
import { at, parseJson } from '#server/gateways/readJson.ts';

/** The result of trying a key by a free call; `unclear` has a reason, and whether it may pass by itself. */
export type KeyTrial =
  | { result: 'taken' | AccountProblem }
  | { result: 'unclear'; reason: string; mayPass: boolean };

/** A call that needs a key, costs nothing and changes nothing. */
type FreeCall = {
  path: string;
  /** Whether a successful response is one of this API: another service may send a page for any address. */
  isKnown: (body: unknown) => boolean;
  /** Returns the problem of an account that the body names in a way of its own. */
  problem?: (body: unknown) => AccountProblem | undefined;
};

/** A provider and its address, without a trailing slash. */
export type KeyedProvider = { name: string; address: string; apiKey: string };

/** fal and Brave are missing: with them, each call that shows whether they take a key is an order. */
function freeCall({ name, address }: KeyedProvider): FreeCall | undefined {
  switch (name) {
    case 'suno':
      return suno;
    case 'luma':
      return address.endsWith('/dream-machine/v1') ? dreamMachine : lumaAgents;
    case 'replicate':
      return { path: '/account', isKnown: (body) => typeof at(body, 'username') === 'string' };
    case 'tavily':
      return { path: '/usage', isKnown: (body) => at(body, 'account') !== undefined };
    default:
      return undefined;
  }
}

/** It responds with status 200 and a `code` of its own, whose 429 means that no credits are left. */
const suno: FreeCall = {
  path: '/api/v1/generate/credit',
  isKnown: (body) => at(body, 'code') === 200,
  problem: (body) => {
    const code = at(body, 'code');
    if (code === 429 || (code === 200 && Number(at(body, 'data')) <= 0)) return 'empty';
    return typeof code === 'number' ? accountProblemOf(code, body) : undefined;
  },
};

const dreamMachine: FreeCall = {
  path: '/credits',
  isKnown: (body) => typeof at(body, 'credit_balance') === 'number',
  problem: (body) => (Number(at(body, 'credit_balance')) <= 0 ? 'empty' : undefined),
};

/** It has no call about the account, but lists the account's uploaded files. */
const lumaAgents: FreeCall = {
  path: '/files?limit=1',
  isKnown: (body) => Array.isArray(at(body, 'data')),
};

const limitMilliseconds = 10_000;
const responseMaxBytes = 100_000;

/** Tries a key by a free call. Returns `undefined` if the provider has none. */
export async function tryKey(provider: KeyedProvider): Promise<KeyTrial | undefined> {
  const call = freeCall(provider);
  if (call === undefined) return undefined;
  const signal = AbortSignal.timeout(limitMilliseconds);
  try {
    const response = await fetch(`${provider.address}${call.path}`, {
      headers: { authorization: `Bearer ${provider.apiKey}`, accept: 'application/json' },
      // A redirect would carry the key to an address that is not configured.
      redirect: 'manual',
      signal,
    });
    const text = (await readAtMost(response.body, responseMaxBytes, signal)) ?? '';
    return trialOf(call, response.status, parseJson(text) ?? text);
  } catch {
    return { result: 'unclear', reason: 'it cannot be reached', mayPass: true };
  }
}

function trialOf(call: FreeCall, status: number, body: unknown): KeyTrial {
  const isSuccess = status === 200;
  const problem = call.problem?.(body) ?? (isSuccess ? undefined : accountProblemOf(status, body));
  if (problem !== undefined) return { result: problem };
  if (isSuccess && call.isKnown(body)) return { result: 'taken' };
  const reason = isSuccess ? 'its response is another one' : `it answered ${status}`;
  return { result: 'unclear', reason, mayPass: status >= 500 || status === 429 };
}
