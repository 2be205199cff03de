import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import { findModel } from '#domain/models/models.ts';
import { pickMessages } from '#i18n/messages.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import {
  type Fault,
  type FaultyProviders,
  type Seen,
  adapters,
  startFaultyProviders,
} from '../../setup/faults.ts';
import { deltas } from '../../setup/receivedAnswer.ts';

/** The behaviour of an upstream → why the answer failed (or nothing), and how many deltas of its text are kept. */
const faults: Readonly<Record<string, Fault>> = {
  'cannot be connected to': { command: 'nobody', reason: 'upstream_refused', kept: 0 },
  'breaks off before any header': { command: 'refuse', reason: 'upstream_refused', kept: 0 },
  'answers with 401': { command: 'fail 401', reason: 'upstream_unauthorised', kept: 0 },
  'answers with 429 and Retry-After': { command: 'fail 429', reason: 'upstream_busy', kept: 0 },
  'answers with 500': { command: 'fail 500', reason: 'upstream_error', kept: 0 },
  'sends no header': { command: 'slow-headers', reason: 'first_token_timeout', kept: 0 },
  'sends no word': { command: 'slow', reason: 'first_token_timeout', kept: 0 },
  'is cut before the first token': { command: 'cut 0', reason: 'upstream_cut', kept: 0 },
  'is cut after some tokens': { command: 'cut 4', reason: 'upstream_cut', kept: 4 },
  'ends without a finish': { command: 'no-finish', reason: 'upstream_cut', kept: 3 },
  'sends garbage': { command: 'garbage', reason: 'upstream_error', kept: 3 },
  'sends a line without an end': { command: 'huge-line', reason: 'upstream_error', kept: 3 },
  'reports an overload in the stream': { command: 'error 2', reason: 'upstream_busy', kept: 2 },
  'falls silent': { command: 'stall 3', reason: 'idle_timeout', kept: 3 },
  'is stopped by a filter': { command: 'filter', reason: 'filtered', kept: 3 },
  'finishes without a word': { command: 'empty', reason: 'empty', kept: 0 },
  'finishes without usage': { command: 'no-usage', reason: null, kept: 3 },
  'finishes twice': { command: 'double-finish', reason: null, kept: 3 },
  'reaches its longest answer': { command: 'length', reason: null, kept: 3 },
  'finishes and keeps the connection': { command: 'hang', reason: null, kept: 3 },
};

const cases = adapters.flatMap((adapter) =>
  Object.entries(faults).map(([what, fault]) => ({ adapter, what, fault })),
);

let faulty: FaultyProviders;
let seen: Map<string, Seen>;

/** Fewer than the failures in a row that close a provider for everybody. */
const failuresAtOnce = 4;

beforeAll(async () => {
  faulty = await startFaultyProviders();
  seen = new Map((await Promise.all(adapters.map(lookAtAll))).flat());
});

/** Looks at all faults of a provider, a few at a time, and lets it forget them; those that close it are looked at alone. */
async function lookAtAll(adapter: (typeof adapters)[number]): Promise<(readonly [string, Seen])[]> {
  const found: (readonly [string, Seen])[] = [];
  for (const some of groupsOfFaults()) {
    const looks = some.map(
      async (what) => [`${adapter} ${what}`, await faulty.ask(adapter, faultOf(what))] as const,
    );
    found.push(...(await Promise.all(looks)));
    await faulty.forget(adapter);
  }
  return found;
}

function groupsOfFaults(): string[][] {
  const closes = (what: string) => faultOf(what).reason === 'upstream_unauthorised';
  const others = Object.keys(faults).filter((what) => !closes(what));
  const groups = others.map((_, first) => others.slice(first, first + failuresAtOnce));
  const alone = Object.keys(faults).filter(closes);
  return [
    ...groups.filter((_, first) => first % failuresAtOnce === 0),
    ...alone.map((what) => [what]),
  ];
}

function faultOf(what: string): Fault {
  const fault = faults[what];
  if (!fault) throw new Error(`There is no fault ${what}`);
  return fault;
}

afterAll(() => faulty.close());

describe('an answer whose upstream', () => {
  it.each(cases)('$what, by $adapter', ({ adapter, what, fault: { command, reason, kept } }) => {
    const { streamed, end, message, credit, lastEntry } = seen.get(`${adapter} ${what}`) as Seen;
    const state = reason === null ? 'finished' : 'failed';
    const charged = reason === null ? (findModel(modelOf(message))?.price ?? 0) : 0;
    const truncated = command === 'length';
    expect(end).toEqual({ type: 'end', state, reason, charged, truncated });
    expect(streamed).toBe(deltas(kept));
    expect(message?.text).toBe(streamed);
    expect(message?.answer).toMatchObject({ state, reason, charged, truncated });
    expect(credit).toEqual({ credit: 10 - charged, held: 0 });
    expect(lastEntry).toMatchObject(
      reason === null ? { kind: 'settle', reason: 'answer_finished' } : { kind: 'release', reason },
    );
  });

  it('fails is asked once: no adapter retries by itself', () => {
    const reached = Object.values(faults).filter(({ command }) => command !== 'nobody');
    for (const adapter of adapters) {
      expect(faulty.upstreams[adapter].asked()).toBe(reached.length);
    }
  });

  it('fails shows it to its reader in every language, each failure in words of its own', () => {
    const reasons = new Set(Object.values(faults).flatMap(({ reason }) => reason ?? []));
    for (const language of languages) {
      const messages = pickMessages(language, ['chat']);
      const texts = [...reasons].map((reason) => messages[`chat.reason.${reason}`]);
      expect(texts).not.toContain(undefined);
      expect(new Set(texts).size).toBe(reasons.size);
    }
  });

  it('fails leaves every promise of the ledger kept', async () => {
    expect(await verifyLedger(faulty.server.database)).toEqual([]);
  });
});

function modelOf(message: Seen['message']): string {
  return message?.answer?.model ?? '';
}
