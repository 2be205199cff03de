import type { QueueEvent } from '#server/services/chat/followQueued.ts';
import type { NumberedEvent } from '#server/services/chat/liveAnswer.ts';

const encoder = new TextEncoder();
const heartbeat = encoder.encode(': still here\n\n');

type Means = {
  heartbeatSeconds: number;
  /** Called when the reader leaves; the answer goes on. */
  leave: () => void;
  /** Told why the events failed. */
  failed: (error: unknown) => void;
};

/**
 * Answers events as a server-sent event stream (WHATWG HTML, 9.2), each with its number, where it has one, as id, and
 * a comment in every silence of `heartbeatSeconds`. Where the events fail it ends, and its reader asks again for what
 * is missing.
 */
export function eventStream(
  events: AsyncGenerator<NumberedEvent | QueueEvent, void, undefined>,
  { heartbeatSeconds, leave, failed }: Means,
): Response {
  let timer: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        timer ??= setInterval(() => {
          // A reader that does not read gets no heartbeats piled up.
          if (controller.desiredSize === 0) controller.enqueue(heartbeat);
        }, heartbeatSeconds * 1_000);
        try {
          const next = await events.next();
          if (!next.done) return controller.enqueue(encode(next.value));
        } catch (error) {
          // An error of the stream would be printed, and even sent, with the SQL in it.
          failed(error);
        }
        clearInterval(timer);
        controller.close();
      },
      async cancel() {
        clearInterval(timer);
        leave();
        await events.return(undefined);
      },
    },
    // Nothing is begun before somebody reads: of a HEAD request nobody ever does.
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Asks nginx not to collect the stream before it passes it on.
      'x-accel-buffering': 'no',
    },
  });
}

function encode(numbered: NumberedEvent | QueueEvent): Uint8Array {
  const { number, event } = numbered;
  const id = number === undefined ? '' : `id: ${number}\n`;
  const json = ('json' in numbered ? numbered.json : undefined) ?? JSON.stringify(event);
  return encoder.encode(`${id}data: ${json}\n\n`);
}
