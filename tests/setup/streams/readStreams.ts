import { Readable } from 'node:stream';
import { expect } from 'vitest';
import type { AnswerParser } from '#server/gateways/models/answerParser.ts';
import { UpstreamAnswer } from '#server/gateways/models/upstreamAnswer.ts';
import { UpstreamError } from '#server/gateways/models/models.ts';
import { Random } from '../random.ts';
import type { ProviderStream } from './providerStreams.ts';

/**
 * Tries `check` with as many random streams. Each has a seed of its own, the first a fresh one or `STREAMS_SEED`; what
 * fails says its seed, and with that in the environment it is the first one again.
 */
export async function checkStreams(
  count: number,
  check: (random: Random) => Promise<void>,
): Promise<void> {
  const first = Number(process.env['STREAMS_SEED'] ?? Math.floor(Math.random() * 1e9));
  for (let seed = first; seed < first + count; seed += 1) {
    try {
      await check(new Random(seed));
    } catch (error) {
      throw new Error(`STREAMS_SEED=${seed}: ${(error as Error).message}`, { cause: error });
    }
  }
}

/** Expects the parser of a provider to find exactly the text and end of a stream. */
export async function expectRead(stream: ProviderStream, parser: AnswerParser): Promise<void> {
  const texts: string[] = [];
  const { signal } = new AbortController();
  const onText = (text: string) => texts.push(text);
  const answer = new UpstreamAnswer('A provider', arriving(stream), parser, signal, { onText });
  const end = await answer.finish().catch((error: unknown) => {
    if (error instanceof UpstreamError) return error.reason;
    throw error;
  });
  answer.leave();
  expect({ text: texts.join(''), end }).toEqual({ text: stream.text, end: stream.end });
}

/** Returns the data of the events in a stream, for any data. */
export async function dataOfEvents(pieces: Buffer[]): Promise<string[]> {
  const events: string[] = [];
  const push = (data: string) => {
    events.push(data);
    return { text: '', isLast: false };
  };
  const { signal } = new AbortController();
  const stream = arriving({ pieces, isCut: false });
  const answer = new UpstreamAnswer(
    'A provider',
    stream,
    { finish: undefined, push, pushWhole: () => '' },
    signal,
    { onText: () => undefined },
  );
  await expect(answer.finish()).rejects.toMatchObject({ reason: 'upstream_cut' });
  answer.leave();
  return events;
}

/** Piece after piece; the next one comes when the one before was taken. */
function arriving({ pieces, isCut }: Pick<ProviderStream, 'pieces' | 'isCut'>): Readable {
  const rest = pieces.values();
  return new Readable({
    highWaterMark: 1,
    read() {
      const { value } = rest.next();
      if (value === undefined && isCut) this.destroy(new Error('The connection broke'));
      else this.push(value ?? null);
    },
  });
}
