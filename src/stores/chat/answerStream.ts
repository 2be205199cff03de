import { CallError, send } from '#contract/call.ts';
import { type AnswerEvent, askQuestion, followAnswer, regenerateAnswer } from '#contract/chat.ts';
import type { CallOf } from '#contract/endpoint.ts';
import { parseEvents } from '#stores/chat/eventParser.ts';
import { pause } from '#stores/browser/pause.ts';

export type Question = CallOf<typeof askQuestion>['body'];

/** A question of the conversation that is asked once more. */
export type Repetition = CallOf<typeof regenerateAnswer>;

/**
 * The answer to read: of a question still to be asked, of one to be asked again, or one that has been accepted before.
 */
export type AnswerSource =
  | { question: Question }
  | { repetition: Repetition }
  | { answerId: string };

/** An answer's events, and what becomes of the connection that carries them. */
export type StreamEvent = AnswerEvent | { type: 'connection'; state: 'lost' | 'back' };

/** Times that asking, or following an accepted answer, is tried again before the caller is told. */
const askTries = 3;
const followTries = 60;
const longestPause = 10_000;

/** Where the reading stands. */
type Position = {
  answerId: string | undefined;
  lastNumber: number;
  /** The number before the gap that reconnecting did not fill. */
  gapAfter: number | undefined;
  failures: number;
  lost: boolean;
};

/**
 * Reads an answer from its first event to its last, over as many connections as it takes: each event once, in order.
 * A question that was sent and not acknowledged is sent again with the same request id, which joins its answer.
 * Throws `CallError` when the server refuses, or `offline` when it stays away. Ends early when `signal` aborts.
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
      if (!mayPass(error)) throw error;
    }
    if (signal.aborted) return;
    position.failures += 1;
    const tries = position.answerId === undefined ? askTries : followTries;
    if (position.failures > tries) throw new CallError('offline', 'The answer could not be read');
    if (!position.lost) yield { type: 'connection', state: 'lost' };
    position.lost = true;
    await pause(Math.min(longestPause, 250 * 2 ** position.failures), signal);
  }
}

/** The new events of one connection. Ends without `end` when the connection does, or at a gap. */
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
    // An end counts whatever its number: the server that sent the newest events may have died before storing them.
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
  if (position.answerId === undefined && 'repetition' in source) {
    return send(regenerateAnswer, source.repetition, headers, signal);
  }
  if (position.lastNumber > 0) headers['last-event-id'] = String(position.lastNumber);
  return send(followAnswer, { params: { id: position.answerId ?? '' } }, headers, signal);
}

/**
 * Whether events before this one are missing. The stored ones come again on the next connection; when they do not,
 * the gap was none. `text` replaces all before it and needs nothing.
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

/** Whether trying again can help: the network, a proxy or a server that is just starting. */
function mayPass(error: unknown): boolean {
  return !(error instanceof CallError) || error.code === 'offline' || error.code === 'unavailable';
}
