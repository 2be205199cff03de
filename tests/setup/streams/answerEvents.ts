import type { ServerResponse } from 'node:http';
import type { AnswerEnd, AnswerEvent } from '#contract/chat/chat.ts';
import { type StreamEvent, streamAnswer } from '#stores/answers/answerStream.ts';
import { accepted, answerId, finished } from '../../fixtures/answer.ts';
import type { FakeApi, Seen } from '../fakeApi.ts';
import type { Random } from '../random.ts';
import { EventWriter, cutText, mixedFields, randomJson, randomText, type Fields } from './wire.ts';

/** An answer as our server numbers its events, and the text that a browser must have read at its end. */
export type RandomAnswer = { events: readonly unknown[]; text: string; end: AnswerEnd };

/** Future kinds of events, and events that lack a field: not part of the text. */
const strangeEvents: readonly Fields[] = [
  { type: 'strange', text: 'no' },
  { type: 'delta' },
  { type: 'text', text: 7 },
  { text: 'no' },
];

export function randomAnswer(random: Random): RandomAnswer {
  const events: unknown[] = [accepted];
  let text = '';
  for (const piece of cutText(random, randomText(random, 5).toWellFormed())) {
    const isWhole = random.whole(0, 9) === 0;
    if (random.whole(0, 5) === 0) events.push(random.pick(strangeEvents));
    text = isWhole ? piece : text + piece;
    events.push({ type: isWhole ? 'text' : 'delta', text: piece });
  }
  const failed = { state: 'failed', reason: 'upstream_cut', charged: 0 } as const;
  const end: AnswerEnd = random.oneOf([finished, { ...finished, ...failed }]);
  return { events: [...events, end], text, end };
}

/** Reads an answer in the browser's code, over connections that break anywhere. Returns text and end. */
export async function readInBrowser(
  api: FakeApi,
  random: Random,
  { events }: RandomAnswer,
): Promise<{ text: string; end: StreamEvent | undefined }> {
  api.answer((request, response) => sendSome(random, events, request, response));
  const source = {
    question: { request_id: crypto.randomUUID(), target: { model: 'gpt-4o-mini' }, text: 'Hi' },
  };
  let text = '';
  let end: StreamEvent | undefined;
  for await (const event of streamAnswer(source, new AbortController().signal)) {
    if (event.type === 'text') text = event.text;
    if (event.type === 'delta') text += event.text;
    if (event.type === 'end') end = event;
  }
  return { text, end };
}

/** Sends what follows the last event that the browser has, or a part of it, in pieces. */
async function sendSome(
  random: Random,
  events: readonly unknown[],
  { path, headers }: Seen,
  response: ServerResponse,
): Promise<void> {
  const last = path.includes(answerId) ? Number(headers['last-event-id'] ?? 0) : 0;
  const isCut = random.whole(0, 3) === 0;
  const until = isCut ? random.whole(last + 1, events.length) : events.length;
  const writer = new EventWriter(random);
  // Some come twice.
  for (let number = Math.max(1, last - random.whole(0, 1)); number <= until; number += 1) {
    writeEvent(random, writer, number, events[number - 1]);
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const piece of writer.pieces([30, 300, 3_000])) {
    response.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  response.end();
}

function writeEvent(random: Random, writer: EventWriter, number: number, event: unknown): void {
  const queue: AnswerEvent = { type: 'queue', ahead: 3 };
  if (random.whole(0, 9) === 0) writer.event(randomJson(random, queue));
  if (random.whole(0, 9) === 0) writer.event('not JSON', ['id: x']);
  writer.event(randomJson(random, mixedFields(random, event as Fields)), [`id: ${number}`]);
}
