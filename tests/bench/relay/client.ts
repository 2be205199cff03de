import { type Agent, type IncomingMessage, request } from 'node:http';
import { microseconds, stampReader } from './clock.ts';

/** How a stream is asked for, and the words without which it did not end well. */
export type Asking = {
  url: string;
  headers: Record<string, string>;
  body: object;
  lastWords: string;
};

/** The times of one stream, in milliseconds. */
export type StreamTimes = {
  /** From asking to the first byte of the answer. */
  answered: number;
  /** From each token's sending to its arrival, in order. */
  lags: number[];
  /** From asking to the end. */
  took: number;
  /** Whether it ended with its last words. */
  whole: boolean;
};

/** Reads one stream to its end, also to a bad one: it never throws. */
export async function readStream(agent: Agent, asking: Asking): Promise<StreamTimes> {
  const begun = microseconds();
  const times: StreamTimes = { answered: 0, lags: [], took: 0, whole: false };
  try {
    const answer = await send(agent, asking);
    await read(answer, asking, begun, times);
  } catch {
    times.whole = false;
  }
  times.took = (microseconds() - begun) / 1_000;
  return times;
}

function send(agent: Agent, { url, headers, body }: Asking): Promise<IncomingMessage> {
  const bytes = Buffer.from(JSON.stringify(body));
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const post = {
    agent,
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': String(bytes.byteLength),
    },
  };
  request(url, post, resolve).on('error', reject).end(bytes);
  return promise;
}

function read(
  answer: IncomingMessage,
  { lastWords }: Asking,
  begun: number,
  times: StreamTimes,
): Promise<void> {
  const stampsIn = stampReader();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let end = '';
  answer.on('data', (bytes: Buffer) => {
    const now = microseconds();
    if (times.answered === 0) times.answered = (now - begun) / 1_000;
    const text = bytes.toString('latin1');
    for (const stamp of stampsIn(text)) times.lags.push((now - stamp) / 1_000);
    end = (end + text).slice(-1_000);
  });
  answer.on('error', reject).on('aborted', () => reject(new Error('The stream was cut')));
  answer.on('end', () => {
    times.whole = answer.statusCode === 200 && end.includes(lastWords);
    if (!times.whole && process.env['BENCH_DEBUG']) console.error(answer.statusCode, end);
    resolve();
  });
  return promise;
}
