import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerEvent } from '#contract/chat/chat.ts';
import { type AnswerSource, type StreamEvent, streamAnswer } from '#stores/answers/answerStream.ts';
import { accepted, answerId, delta, finished, requestId } from '../../fixtures/answer.ts';
import { type FakeApi, hangUp, refuse, startFakeApi, stream } from '../../setup/fakeApi.ts';

let api: FakeApi;

beforeAll(async () => {
  api = await startFakeApi();
});

afterAll(() => api.close());

const asked: AnswerSource = {
  question: { request_id: requestId, target: { model: 'gpt-4o-mini' }, text: 'A question' },
};

describe('reading an answer', () => {
  it('yields its events in their order', async () => {
    api.answer(
      stream([
        [1, accepted],
        [2, delta('He')],
        [3, delta('llo')],
        [4, finished],
      ]),
    );
    expect(await read(asked)).toEqual([accepted, delta('He'), delta('llo'), finished]);
    expect(api.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/chat/questions',
    ]);
  });

  it('continues after a cut connection at its position, without a gap or a repeated character', async () => {
    api.answer(
      stream(
        [
          [1, accepted],
          [2, delta('He')],
        ],
        'cut',
      ),
      stream(
        [
          [2, delta('He')],
          [3, delta('l')],
        ],
        'cut',
      ),
      stream([
        [4, delta('lo')],
        [5, finished],
      ]),
    );
    const events = await read(asked);
    expect(textOf(events)).toBe('Hello');
    expect(events.filter(({ type }) => type === 'connection')).toHaveLength(4);
    expect(api.seen.slice(1).map(({ path }) => path)).toEqual([
      `/api/chat/answers/${answerId}/events`,
      `/api/chat/answers/${answerId}/events`,
    ]);
    expect(api.seen.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '2', '3']);
  });

  it('continues after a connection that ended without a last event', async () => {
    api.answer(
      stream([
        [1, accepted],
        [2, delta('Hel')],
      ]),
      stream([
        [3, delta('lo')],
        [4, finished],
      ]),
    );
    expect(textOf(await read(asked))).toBe('Hello');
  });

  it('asks again with the same request id when the question was not acknowledged', async () => {
    api.answer(
      hangUp,
      stream([
        [1, accepted],
        [2, finished],
      ]),
    );
    expect((await read(asked)).at(-1)).toEqual(finished);
    const ids = api.seen.map(({ body }) => (JSON.parse(body) as { request_id: string }).request_id);
    expect(ids).toEqual([requestId, requestId]);
  });

  it('fetches missing events before it continues', async () => {
    api.answer(
      stream(
        [
          [1, accepted],
          [2, delta('He')],
          [4, delta('o')],
        ],
        'stay',
      ),
      stream([
        [3, delta('ll')],
        [4, delta('o')],
        [5, finished],
      ]),
    );
    expect(textOf(await read(asked))).toBe('Hello');
    expect(api.seen.at(-1)?.headers['last-event-id']).toBe('2');
  });

  it('replaces earlier text by a text event, also after a gap', async () => {
    const text: StreamEvent = { type: 'text', text: 'Hello' };
    api.answer(
      stream([
        [1, accepted],
        [2, delta('Ha')],
        [9, text],
        [10, finished],
      ]),
    );
    expect(textOf(await read(asked))).toBe('Hello');
  });

  it('takes an end whose number was used by events that a dead server never stored', async () => {
    api.answer(
      stream(
        [
          [1, accepted],
          [2, delta('He')],
          [3, delta('l')],
        ],
        'cut',
      ),
      stream([[2, { ...finished, state: 'interrupted', reason: 'server_stopped', charged: 0 }]]),
    );
    expect((await read(asked)).at(-1)).toMatchObject({ type: 'end', state: 'interrupted' });
  });

  it('follows an accepted answer from its first event', async () => {
    api.answer(
      stream([
        [1, accepted],
        [2, delta('Hi')],
        [3, finished],
      ]),
    );
    expect(textOf(await read({ answerId }))).toBe('Hi');
    expect(api.seen[0]?.headers['last-event-id']).toBeUndefined();
  });

  it('waits for a server that is just starting', async () => {
    api.answer(
      refuse(503, 'unavailable'),
      stream([
        [1, accepted],
        [2, finished],
      ]),
    );
    expect((await read(asked)).at(-1)).toEqual(finished);
  });

  it('throws a refusal at once', async () => {
    api.answer(refuse(402, 'no_credits'));
    await expect(read(asked)).rejects.toMatchObject({ code: 'no_credits' });
    expect(api.seen).toHaveLength(1);
  });

  it('throws offline when the question never gets through', async () => {
    api.answer(hangUp);
    await expect(read(asked)).rejects.toMatchObject({ code: 'offline' });
    expect(api.seen.length).toBeGreaterThan(1);
  });

  it('ignores events of a newer server', async () => {
    const strange = { type: 'strange' } as unknown as AnswerEvent;
    api.answer(
      stream([
        [1, accepted],
        [2, strange],
        [3, delta('Hi')],
        [4, finished],
      ]),
    );
    expect(textOf(await read(asked))).toBe('Hi');
    expect(api.seen).toHaveLength(1);
  });

  it('ends without an error when its caller leaves', async () => {
    api.answer(
      stream(
        [
          [1, accepted],
          [2, delta('Hi')],
        ],
        'stay',
      ),
    );
    const abort = new AbortController();
    const events: StreamEvent[] = [];
    for await (const event of streamAnswer(asked, abort.signal)) {
      events.push(event);
      if (event.type === 'delta') abort.abort();
    }
    expect(events).toEqual([accepted, delta('Hi')]);
  });
});

async function read(source: AnswerSource): Promise<StreamEvent[]> {
  return Array.fromAsync(streamAnswer(source, new AbortController().signal));
}

function textOf(events: readonly StreamEvent[]): string {
  return events.reduce((text, event) => {
    if (event.type === 'text') return event.text;
    return event.type === 'delta' ? text + event.text : text;
  }, '');
}
