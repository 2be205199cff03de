import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { eventStream } from '#server/routes/chat/eventStream.ts';
import type { RouteContext } from '#server/routes/serve.ts';
import type { NumberedEvent } from '#server/services/answers/produce/liveAnswer.ts';
import type { Reader } from '#server/services/answers/follow/reader.ts';
import { bodyWriterOf } from '#server/bodyWriter.ts';

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const delta = (number: number, text = `${number}`): NumberedEvent => ({
  number,
  event: { type: 'delta', text },
});

/** Serves a stream over HTTP and asks for it. */
async function read(
  follow: (reader: Reader) => Promise<void>,
  heartbeatSeconds = 15,
): Promise<Response> {
  const server = createServer((request, outgoing: ServerResponse) => {
    const response = eventStream(
      { env: request } as unknown as RouteContext,
      heartbeatSeconds,
      follow,
    );
    outgoing.writeHead(200, Object.fromEntries(response.headers));
    bodyWriterOf(request)?.(outgoing);
  });
  server.listen(0, '127.0.0.1');
  closing.push(() => void (server.closeAllConnections(), server.close()));
  await new Promise((resolve) => server.once('listening', resolve));
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

const never = new Promise<void>(() => undefined);

describe('an event stream', () => {
  it('sends each stored event with its number, transient ones without a number, and ends', async () => {
    const response = await read(async (reader) => {
      reader.write([delta(1), delta(2)]);
      reader.write([{ number: undefined, event: { type: 'queue', ahead: 3 } }]);
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(await response.text()).toBe(
      'id: 1\ndata: {"type":"delta","text":"1"}\n\nid: 2\ndata: {"type":"delta","text":"2"}\n\n' +
        'data: {"type":"queue","ahead":3}\n\n',
    );
  });

  it('sends its headers before there is any event', async () => {
    expect((await read(() => never)).status).toBe(200);
  });

  it('sends heartbeats during silence', async () => {
    const reader = (await read(() => never, 0.02)).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/^: still here\n\n/);
  });

  it('applies backpressure while its reader does not read, and continues when it does', async () => {
    const readerLeft = Promise.withResolvers<number>();
    const response = await read(async (reader) => {
      let given = 0;
      while (reader.canWrite) {
        given += 1;
        reader.write([delta(given, 'x'.repeat(100_000))]);
        await new Promise((resolve) => setImmediate(resolve));
      }
      readerLeft.resolve(given);
      await reader.drained();
      reader.write([delta(given + 1, 'the last one')]);
    });
    const given = await readerLeft.promise;
    const text = await response.text();
    expect(text.match(/^id: /gm)).toHaveLength(given + 1);
    expect(text).toContain('the last one');
  });

  it('reports that its reader left', async () => {
    const left = Promise.withResolvers<string>();
    const response = await read(async (reader) => {
      reader.signal.addEventListener('abort', () => left.resolve('left'));
      reader.write([delta(1)]);
      await left.promise;
      reader.write([delta(2)]);
    });
    await response.body?.cancel();
    expect(await left.promise).toBe('left');
  });
});
