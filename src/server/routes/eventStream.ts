import type { NumberedEvent } from '#server/services/chat/liveAnswer.ts';

const encoder = new TextEncoder();
const heartbeat = encoder.encode(': still here\n\n');

/**
 * Answers events as a server-sent event stream (WHATWG HTML, 9.2), each with its number as id, and a comment in every
 * silence of `heartbeatSeconds`. When the reader leaves, `leave` is called; the answer goes on.
 */
export function eventStream(
  events: AsyncGenerator<NumberedEvent, void, undefined>,
  heartbeatSeconds: number,
  leave: () => void,
): Response {
  let timer: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      timer = setInterval(() => {
        // A reader that does not read gets no heartbeats piled up.
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(heartbeat);
      }, heartbeatSeconds * 1_000);
    },
    async pull(controller) {
      const next = await events.next();
      if (next.done) {
        clearInterval(timer);
        controller.close();
        return;
      }
      controller.enqueue(encode(next.value));
    },
    async cancel() {
      clearInterval(timer);
      leave();
      await events.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Asks nginx not to collect the stream before it passes it on.
      'x-accel-buffering': 'no',
    },
  });
}

function encode({ number, event }: NumberedEvent): Uint8Array {
  return encoder.encode(`id: ${number}\ndata: ${JSON.stringify(event)}\n\n`);
}
