import { describe, expect, it } from 'vitest';
import { AnswerQueue, type Slot } from '#server/services/chat/answerQueue.ts';

/** Answers by name, `p…` of Pro, each with a switch that aborts it; `begun` are those that got a place, in order. */
function startQueue(places: number, queuePlaces: number) {
  const queue = new AnswerQueue(places, queuePlaces);
  const begun: string[] = [];
  const sentAway: string[] = [];
  const entered = new Map<string, { slot: Slot; abort: AbortController }>();
  return {
    queue,
    begun,
    sentAway,
    ask(name: string): Promise<void> {
      const abort = new AbortController();
      const slot = queue.take(name, name.startsWith('p'));
      entered.set(name, { slot, abort });
      return queue.enter(slot, abort.signal).then((entry) => {
        (entry === 'sent away' ? sentAway : begun).push(name);
      });
    },
    end(name: string): void {
      const one = entered.get(name);
      if (one) queue.leave(one.slot);
    },
    abort: (name: string) => entered.get(name)?.abort.abort(),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the queue of answers', () => {
  it('runs as many as there are slots, and the next one when one ends', async () => {
    const { ask, end, begun } = startQueue(2, 10);
    for (const name of ['a', 'b', 'c', 'd']) void ask(name);
    await settled();
    expect(begun).toEqual(['a', 'b']);
    end('b');
    await settled();
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('calls Pro first, then by arrival', async () => {
    const { queue, ask, end, begun } = startQueue(1, 10);
    for (const name of ['a', 'b', 'p1', 'c', 'p2']) void ask(name);
    expect(['p1', 'p2', 'b', 'c', 'a'].map((name) => queue.ahead(name))).toEqual([
      0,
      1,
      2,
      3,
      undefined,
    ]);
    for (const name of ['a', 'p1', 'p2', 'b', 'c']) {
      end(name);
      await settled();
    }
    expect(begun).toEqual(['a', 'p1', 'p2', 'b', 'c']);
  });

  it('takes at most as many as the queue holds, and the last tenth of it from Pro only', () => {
    const { ask, queue } = startQueue(1, 10);
    for (let index = 0; index < 10; index += 1) void ask(`${index}`);
    expect(() => queue.take('late', false)).toThrow('Server busy');
    void ask('p');
    expect(() => queue.take('p2', true)).toThrow('Server busy');
  });

  it('counts answers that are not stored yet, until they are given back', () => {
    const { queue } = startQueue(1, 0);
    const slot = queue.take('a', false);
    expect(() => queue.take('b', false)).toThrow('Server busy');
    queue.leave(slot);
    queue.leave(slot);
    queue.take('b', false);
    expect(() => queue.take('c', false)).toThrow('Server busy');
  });

  it('drops waiting answers that gave up, and gives no slot to them', async () => {
    const { ask, abort, end, begun, sentAway, queue } = startQueue(1, 10);
    for (const name of ['a', 'b', 'c']) void ask(name);
    abort('b');
    await settled();
    end('b');
    expect(sentAway).toEqual(['b']);
    expect(queue.ahead('c')).toBe(0);
    end('a');
    await settled();
    expect(begun).toEqual(['a', 'c']);
  });

  it('passes on a slot that was given at the moment of giving up', async () => {
    const { ask, abort, end, begun } = startQueue(1, 10);
    for (const name of ['a', 'b', 'c']) void ask(name);
    end('a');
    abort('b');
    await settled();
    expect(begun).toEqual(['a', 'b']);
    end('b');
    await settled();
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('rejects all waiting answers when it closes, and finishes running ones', async () => {
    const { queue, ask, begun, sentAway } = startQueue(1, 10);
    for (const name of ['a', 'b', 'p']) void ask(name);
    queue.close();
    void ask('c');
    await settled();
    expect(begun).toEqual(['a']);
    expect(sentAway.toSorted()).toEqual(['b', 'c', 'p']);
  });
});
