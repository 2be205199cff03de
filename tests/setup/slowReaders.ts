import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../fixtures/longUpstream.ts', import.meta.url));

/** A provider, as `COMPATIBLE_BASE_URL` names it, that says a word so many times, a multiple of 400. */
export async function startLongUpstream(word: string, times: number) {
  const child = spawn(process.execPath, [program, word, String(times)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    baseUrl: `http://127.0.0.1:${line.toString().trim()}/v1`,
    close: () => child.kill(),
  };
}

export type SlowReader = {
  /** Reads the whole answer. Returns its text, the numbers of its events, and the last event. */
  readOn: () => Promise<{ text: string; numbers: number[]; end: unknown }>;
  leave: () => void;
};

/** Asks as a page of `url` does, and reads nothing of the answer beyond the buffers of the system. */
export function askSlowly(url: string, cookie: string): SlowReader {
  const { host, hostname, port, origin } = new URL(url);
  const target = { model: 'gpt-4o-mini' };
  const body = JSON.stringify({ request_id: randomUUID(), target, text: 'Hello' });
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  socket.pause();
  socket.write(
    [
      'POST /api/chat/questions HTTP/1.1',
      `host: ${host}`,
      `origin: ${origin}`,
      `cookie: ${cookie}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  return {
    readOn: async () => {
      const parts: Buffer[] = [];
      socket.on('data', (part: Buffer) => parts.push(part)).resume();
      await once(socket, 'close');
      return toAnswer(Buffer.concat(parts).toString());
    },
    leave: () => socket.destroy(),
  };
}

/** Each event is on a line of its own, between those with the lengths of chunks. */
function toAnswer(stream: string) {
  const events = [...stream.matchAll(/^id: (\d+)\ndata: (.*)$/gm)].map(([, id, data = '']) => ({
    number: Number(id),
    event: JSON.parse(data) as { type: string; text?: string },
  }));
  return {
    text: events.map(({ event }) => (event.type === 'delta' ? event.text : '')).join(''),
    numbers: events.map(({ number }) => number),
    end: events.at(-1)?.event,
  };
}
