import { type AnswerEvent, answerEvent } from '#contract/chat.ts';
import { createParser } from 'eventsource-parser';

/**
 * An event and its place in the answer, from 1; `undefined` for a kind that this version does not know. An event that
 * is true only while it is sent has no number.
 */
export type NumberedEvent =
  | { number: number; event: AnswerEvent | undefined }
  | { number: undefined; event: Extract<AnswerEvent, { type: 'queue' }> };

/** The server sends a heartbeat every 15 seconds; a connection this silent is dead. */
const silenceMilliseconds = 45_000;

/** The largest event that is read: a whole answer, each character of which JSON may write as two. */
const bufferCharacters = 10_100_000;

/** The events of one response, until it ends or falls silent. Data that is no JSON is skipped. */
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
      const part = await orSilence(reader.read());
      if (!part || part.done) return;
      parser.feed(part.value);
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

/** Returns the value of a promise, or `undefined` after the longest silence. */
async function orSilence<T>(promise: Promise<T>): Promise<T | undefined> {
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
