import { CallError, send } from '#contract/call.ts';
import {
  type AnswerEvent,
  askQuestion,
  followAnswer,
  regenerateAnswer,
} from '#contract/chat/chat.ts';
import type { CallOf } from '#contract/endpoint.ts';
import { parseEvents } from '#stores/answers/eventParser.ts';
import { pause } from '#stores/browser/pause.ts';

export type QuestionBody = CallOf<typeof askQuestion>['body'];

/**
 * Where an answer comes from: a new question, a question of the conversation that is asked again, or a question that the
 * server accepted before.
 */
export type AnswerSource =
  | { question: QuestionBody }
  | { regeneration: CallOf<typeof regenerateAnswer> }
  | { answerId: string };

/** An answer's events, and those of the connection. */
export type StreamEvent = AnswerEvent | { type: 'connection'; state: 'lost' | 'back' };

/** Retries before and after the server accepted the question. */
const askRetries = 3;
const followRetries = 60;
/** In milliseconds. */
const longestPause = 10_000;

/** The state of a stream over all its connections. */
type Position = {
  answerId: string | undefined;
  lastNumber: number;
  /** The number before a gap that reconnecting did not fill. */
  gapAfter: number | undefined;
  failures: number;
  lost: boolean;
};

/**
 * Yields the events of an answer, each once and in order, over any number of connections. A question that was not
 * acknowledged is sent again with the same request id, so that the server returns its answer instead of asking twice.
 * Throws `CallError` when the server refuses, or `offline` after all retries. Ends early when `signal` aborts.
 */
export async function* streamAnswer(
  source: AnswerSource,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const position = startOf(source);
  while (!signal.aborted) {
    try {
      for await (const event of streamConnection(source, position, signal)) {
        yield event;
        if (event.type === 'end') return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!isTemporary(error)) throw error;
    }
    if (signal.aborted) return;
    position.failures += 1;
    const tries = position.answerId === undefined ? askRetries : followRetries;
    if (position.failures > tries) throw new CallError('offline', 'The answer could not be read');
    if (!position.lost) yield { type: 'connection', state: 'lost' };
    position.lost = true;
    await pause(Math.min(longestPause, 250 * 2 ** position.failures), signal);
  }
}

/** Yields the new events of one connection. Ends without an `end` event when the connection is lost, or at a gap. */
async function* streamConnection(
  source: AnswerSource,
  position: Position,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const response = await connect(source, position, signal);
  if (position.lost) yield { type: 'connection', state: 'back' };
  position.lost = false;
  for await (const { number, event } of parseEvents(response, signal)) {
    if (number === undefined) {
      position.failures = 0;
      if (event) yield event;
      continue;
    }
    // An end counts regardless of its number, because a server may have died before it stored the newest events.
    if (number <= position.lastNumber && event?.type !== 'end') continue;
    if (isGap(position, number, event)) return;
    position.lastNumber = number;
    position.failures = 0;
    if (!event) continue;
    if (event.type === 'accepted') position.answerId = event.answer_id;
    yield event;
  }
}

function connect(source: AnswerSource, position: Position, signal: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { accept: 'text/event-stream' };
  if (position.answerId === undefined && 'question' in source) {
    return send(askQuestion, { body: source.question }, headers, signal);
  }
  if (position.answerId === undefined && 'regeneration' in source) {
    return send(regenerateAnswer, source.regeneration, headers, signal);
  }
  if (position.lastNumber > 0) headers['last-event-id'] = String(position.lastNumber);
  return send(followAnswer, { params: { id: position.answerId ?? '' } }, headers, signal);
}

/**
 * Whether events before this one are missing. The next connection sends stored events again; if it has the same gap,
 * nothing is missing. `text` replaces all text before it, so it has no gap.
 */
function isGap(position: Position, number: number, event: AnswerEvent | undefined): boolean {
  if (event?.type === 'text' || number <= position.lastNumber + 1) return false;
  if (position.gapAfter === position.lastNumber) return false;
  position.gapAfter = position.lastNumber;
  return true;
}

function startOf(source: AnswerSource): Position {
  const answerId = 'answerId' in source ? source.answerId : undefined;
  return { answerId, lastNumber: 0, gapAfter: undefined, failures: 0, lost: false };
}

/** Whether a retry can help: after errors of the network, of a proxy, or of a server that is starting. */
function isTemporary(error: unknown): boolean {
  return !(error instanceof CallError) || error.code === 'offline' || error.code === 'unavailable';
}
