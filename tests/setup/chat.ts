import { randomUUID } from 'node:crypto';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { type AnswerEnd, type AnswerEvent, answerEvent } from '#contract/chat/chat.ts';
import type { Language } from '#domain/languages/languages.ts';
import type { MediaOptions } from '#domain/media/media.ts';
import type { TestServer } from './server.ts';

export type SeenEvent = { number: number; event: AnswerEvent };

type Asked = {
  requestId?: string;
  conversationId?: string | undefined;
  temporary?: boolean;
  parentId?: string | null | undefined;
  headId?: string | undefined;
  target?: { model: string } | { gpt: string } | undefined;
  switchTarget?: boolean;
  text: string;
  attachmentIds?: readonly string[];
  maxPrice?: number;
  beyondLimit?: boolean;
  language?: Language | undefined;
  options?: MediaOptions | undefined;
};

/** Sends a question as the chat does and returns the raw response. */
export function ask(server: TestServer, cookie: string, question: Asked): Promise<Response> {
  return server.fetch('/api/chat/questions', {
    method: 'POST',
    cookie,
    body: JSON.stringify({
      request_id: question.requestId ?? randomUUID(),
      conversation_id: question.conversationId,
      temporary: question.temporary,
      parent_id: question.parentId,
      head_id: question.headId,
      target: question.target ?? { model: 'gpt-4o-mini' },
      switch_target: question.switchTarget,
      text: question.text,
      attachment_ids: question.attachmentIds,
      options: question.options,
      max_price: question.maxPrice,
      beyond_limit: question.beyondLimit,
      language: question.language,
    }),
  });
}

/** Asks for another answer to a question. */
export function regenerate(
  server: TestServer,
  cookie: string,
  questionId: string | undefined,
  {
    requestId = randomUUID(),
    target = { model: 'gpt-4o-mini' },
    maxPrice,
    headId,
  }: Omit<Asked, 'text'> = {},
): Promise<Response> {
  return server.fetch(`/api/chat/questions/${questionId}/answers`, {
    method: 'POST',
    cookie,
    body: JSON.stringify({ request_id: requestId, head_id: headId, target, max_price: maxPrice }),
  });
}

/** The events of a response, one by one as they arrive. */
export async function* readEvents(response: Response): AsyncGenerator<SeenEvent> {
  if (!response.ok || !response.body) {
    throw new Error(`No stream: ${response.status} ${await response.text()}`);
  }
  const messages = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  for await (const message of messages as unknown as AsyncIterable<{ id?: string; data: string }>) {
    yield { number: Number(message.id), event: answerEvent.parse(JSON.parse(message.data)) };
  }
}

export type Reading = {
  accepted: Extract<AnswerEvent, { type: 'accepted' }> | undefined;
  text: string;
  end: AnswerEnd | undefined;
  numbers: number[];
};

/** All events of a response, read to its end or until `enough` returns true. */
export async function readAll(
  response: Response,
  enough: (reading: Reading) => boolean = () => false,
): Promise<Reading> {
  const reading: Reading = { accepted: undefined, text: '', end: undefined, numbers: [] };
  for await (const { number, event } of readEvents(response)) {
    if (event.type === 'queue') continue;
    reading.numbers.push(number);
    if (event.type === 'accepted') reading.accepted = event;
    else if (event.type === 'delta') reading.text += event.text;
    else if (event.type === 'text') reading.text = event.text;
    else if (event.type === 'end') reading.end = event;
    if (enough(reading)) break;
  }
  return reading;
}

/** The spendable and the held credits of a user, as the account call returns them. */
export async function creditOf(
  server: TestServer,
  cookie: string,
): Promise<{ credit: number; held: number }> {
  const answer = await server.fetch('/api/account', { cookie });
  const { credit, held } = (await answer.json()) as { credit: number; held: number };
  return { credit, held };
}

/** The status, code and message of a refusal. */
export async function errorOf(
  response: Response,
): Promise<{ status: number; code: string; message: string; [detail: string]: unknown }> {
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return { status: response.status, ...error };
}
