import { type AnswerEvent, answerEvent } from '#contract/chat/chat.ts';
import { createParser } from 'eventsource-parser';

/**
 * An event and its number in the answer, from 1. `event` is `undefined` for a type that this version does not know. Events
 * about the queue have no number, because the server does not store them.
 */
export type NumberedEvent =
  | { number: number; event: AnswerEvent | undefined }
  | { number: undefined; event: Extract<AnswerEvent, { type: 'queue' }> };

/** The server sends a heartbeat every 15 seconds. After this time without any, the connection counts as lost. */
const silenceMilliseconds = 45_000;

/** Limit for one event: a whole answer, of which JSON may write each character as two. */
const bufferCharacters = 10_100_000;

/** Yields the events of one response until it ends or the connection is lost. Skips data that is not JSON. */
export async function* parseEvents(
  response: Response,
  signal: AbortSignal,
): AsyncGenerator<NumberedEvent> {
  const ready: NumberedEvent[] = [];
  const parser = createParser({
    maxBufferSize: bufferCharacters,
    onEvent: ({ id, data }) => {
      const event = parseEvent(id, data);
      if (event) ready.push(event);
    },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  try {
    while (reader && !signal.aborted) {
      const chunk = await withTimeout(reader.read());
      if (!chunk || chunk.done) return;
      parser.feed(chunk.value);
      yield* ready.splice(0);
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

function parseEvent(id: string | undefined, data: string): NumberedEvent | undefined {
  const number = Number(id);
  const isNumbered = Number.isSafeInteger(number) && number >= 1;
  try {
    const event = answerEvent.safeParse(JSON.parse(data)).data;
    if (isNumbered) return { number, event };
    return event?.type === 'queue' ? { number: undefined, event } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the value of a promise, or `undefined` after `silenceMilliseconds`. */
async function withTimeout<T>(promise: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), silenceMilliseconds);
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(timer);
  }
}
