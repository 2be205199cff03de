import { type AnswerEvent, answerEvent } from '#contract/chat.ts';
import { createParser } from 'eventsource-parser';

/** An event and its place in the answer, from 1; `undefined` for a kind that this version does not know. */
export type NumberedEvent = { number: number; event: AnswerEvent | undefined };

/** The server sends a heartbeat every 15 seconds; a connection this silent is dead. */
const silenceMilliseconds = 45_000;

/** The largest event that is read; more than that is not one of ours. */
const bufferCharacters = 2_000_000;

/** The events of one response, until it ends or falls silent. What is no JSON is skipped. */
export async function* readEvents(
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
  if (!Number.isSafeInteger(number) || number < 1) return undefined;
  try {
    const parsed = answerEvent.safeParse(JSON.parse(data));
    return { number, event: parsed.data };
  } catch {
    return undefined;
  }
}

/** What a promise brings, or `undefined` after the longest silence. */
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
