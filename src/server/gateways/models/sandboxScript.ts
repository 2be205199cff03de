import { sandboxSearchAnswer, searchQuestionIn } from '#server/gateways/models/sandboxSearch.ts';
import { searchMark } from '#server/gateways/models/searchProtocol.ts';
import { sandboxAnswer, type SandboxQuestion } from '#server/gateways/models/sandboxAnswer.ts';
import { ownValue } from '#domain/ownValue.ts';

export type FinishReason = 'stop' | 'length' | 'filtered';

/** One step of an upstream. Steps after `destroy` or `status` are not done. */
export type SandboxStep =
  | { do: 'wait'; milliseconds: number }
  | { do: 'status'; status: number }
  /** Sends the headers and the events before the first text. */
  | { do: 'open' }
  | { do: 'text'; text: string }
  /** Bytes as they are, outside any event. */
  | { do: 'raw'; bytes: string }
  /** An error in the stream, under status 200. */
  | { do: 'error' }
  | { do: 'finish'; reason: FinishReason; usage: boolean }
  /** Sends the last event of the protocol. The end of a script with a finish does this too. */
  | { do: 'end' }
  /** Cuts the connection. */
  | { do: 'destroy' };

type Steps = Iterable<SandboxStep>;

type Command = {
  does: string;
  /** The default number and the largest one; omitted for commands without a number. */
  number?: { usual: number; most: number };
  play(count: number): Steps;
};

const mostDeltas = 100_000;
const firstDeltaAfter = 150;
/** About 40 deltas a second. */
const deltaEvery = 25;
const forEver = Number.POSITIVE_INFINITY;
const hugeLineMegabytes = 256;
const command = /(?:^|<\/attachment>)\s*sandbox:[ \t]*([\w-]+)(?:[ \t]+(\d{1,9}))?/i;

/**
 * Commands to the sandbox: `sandbox: <command> [n]` as the first line of the last user message, or after its attached
 * texts. Without a command the sandbox answers. With an unknown command its answer lists these.
 */
export const sandboxCommands: Readonly<Record<string, Command>> = {
  fail: {
    does: 'answers with HTTP status n and no stream; 429 with Retry-After',
    number: { usual: 500, most: 599 },
    play: (status) => [{ do: 'status', status: Math.max(400, status) }],
  },
  refuse: { does: 'closes the connection before any header', play: () => [{ do: 'destroy' }] },
  'slow-headers': { does: 'never answers, not even headers', play: () => [wait(forEver)] },
  slow: { does: 'sends headers, never a word', play: () => [{ do: 'open' }, wait(forEver)] },
  cut: {
    does: 'closes the connection after n deltas',
    number: { usual: 5, most: mostDeltas },
    play: (count) => [...deltas(count), { do: 'destroy' }],
  },
  stall: {
    does: 'falls silent after n deltas',
    number: { usual: 5, most: mostDeltas },
    play: (count) => [...deltas(count), wait(forEver)],
  },
  pause: {
    does: 'falls silent for n milliseconds after 5 deltas, then goes on',
    number: { usual: 300, most: 600_000 },
    play: (milliseconds) => [
      ...deltas(5),
      wait(milliseconds),
      ...words(6, 5, deltaEvery),
      finish('stop'),
    ],
  },
  error: {
    does: 'reports an overload inside the stream after n deltas, under status 200',
    number: { usual: 5, most: mostDeltas },
    play: (count) => [...deltas(count), { do: 'error' }],
  },
  garbage: {
    does: 'sends broken JSON after 3 deltas, then goes on',
    play: () => [
      ...deltas(3),
      { do: 'raw', bytes: 'data: {"garbage": \n\n' },
      ...words(4, 3, deltaEvery),
      finish('stop'),
    ],
  },
  'huge-line': { does: 'sends one line without an end after 3 deltas', play: hugeLine },
  filter: {
    does: 'is stopped by a content filter',
    play: () => [...deltas(3), finish('filtered')],
  },
  length: { does: 'reaches its longest answer', play: () => [...deltas(3), finish('length')] },
  flood: {
    does: 'sends six million characters and does not finish',
    play: () => play([{ do: 'open' }], flood(), wait(forEver)),
  },
  empty: { does: 'finishes without a word', play: () => [{ do: 'open' }, finish('stop')] },
  'no-usage': {
    does: 'finishes without saying how many tokens it took',
    play: () => [...deltas(3), { ...finish('stop'), usage: false }],
  },
  'double-finish': {
    does: 'finishes twice',
    play: () => [...deltas(3), finish('stop'), finish('stop')],
  },
  hang: {
    does: 'finishes and keeps the connection open',
    play: () => [...deltas(3), finish('stop'), { do: 'end' }, wait(forEver)],
  },
  'no-finish': { does: 'ends cleanly without finishing', play: () => deltas(3) },
  long: {
    does: 'sends n deltas at the usual pace',
    number: { usual: 2_000, most: mostDeltas },
    play: (count) => play(deltas(count), finish('stop')),
  },
  fast: {
    does: 'sends n deltas without pauses',
    number: { usual: 200, most: mostDeltas },
    play: (count) => play([{ do: 'open' }], words(1, count, 0), finish('stop')),
  },
};

/** Returns the steps of the sandbox for a question. */
export function sandboxScript(question: SandboxQuestion): Steps {
  const searched = question.instructions.startsWith(searchMark)
    ? searchQuestionIn(question.text)
    : undefined;
  const asked = command.exec(searched ?? question.text);
  if (!asked && searched !== undefined)
    return streamText(sandboxSearchAnswer(question.text), deltaEvery);
  if (!asked) return streamText(sandboxAnswer(question), deltaEvery);
  const name = asked[1]?.toLowerCase() ?? '';
  const requested = ownValue(sandboxCommands, name);
  if (!requested) return streamText(sandboxAnswer(question, sandboxCommands), 0);
  const { usual, most } = requested.number ?? { usual: 0, most: 0 };
  return requested.play(Math.min(most, asked[2] === undefined ? usual : Number(asked[2])));
}

/** Sends a text word by word, as models do. */
function* streamText(text: string, every: number): Steps {
  yield { do: 'open' };
  yield wait(firstDeltaAfter);
  for (const word of text.match(/\s*\S+/g) ?? []) {
    yield { do: 'text', text: word };
    if (every > 0) yield wait(every);
  }
  yield finish('stop');
}

function* deltas(count: number): Steps {
  yield { do: 'open' };
  yield wait(firstDeltaAfter);
  yield* words(1, count, deltaEvery);
}

/** Sends `delta 1 `, `delta 2 `, …, so that a test sees whether one is missing. */
function* words(first: number, count: number, every: number): Steps {
  for (let index = first; index < first + count; index += 1) {
    yield { do: 'text', text: `delta ${index} ` };
    if (every > 0) yield wait(every);
  }
}

function* flood(): Steps {
  for (let sent = 0; sent < 60; sent += 1) yield { do: 'text', text: 'flood🌊 '.repeat(12_500) };
}

function* hugeLine(): Steps {
  yield* deltas(3);
  yield { do: 'raw', bytes: 'data: {"huge": "' };
  const megabyte = 'a'.repeat(1_048_576);
  for (let sent = 0; sent < hugeLineMegabytes; sent += 1) yield { do: 'raw', bytes: megabyte };
}

function* play(...parts: (Steps | SandboxStep)[]): Steps {
  for (const part of parts) {
    if ('do' in part) yield part;
    else yield* part;
  }
}

function wait(milliseconds: number): SandboxStep {
  return { do: 'wait', milliseconds };
}

function finish(reason: FinishReason): Extract<SandboxStep, { do: 'finish' }> {
  return { do: 'finish', reason, usage: true };
}
