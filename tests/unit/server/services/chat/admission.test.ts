import { describe, expect, it } from 'vitest';
import { Admission, type Ticket } from '#server/services/chat/admission.ts';

/** Answers by name, `p…` of Pro, each with a switch that aborts it; `begun` are those that got a place, in order. */
function world(places: number, queuePlaces: number) {
  const admission = new Admission(places, queuePlaces);
  const begun: string[] = [];
  const sentAway: string[] = [];
  const entered = new Map<string, { ticket: Ticket; abort: AbortController }>();
  return {
    admission,
    begun,
    sentAway,
    ask(name: string): Promise<void> {
      const abort = new AbortController();
      const ticket = admission.take(name, name.startsWith('p'));
      entered.set(name, { ticket, abort });
      return admission.enter(ticket, abort.signal).then((entry) => {
        (entry === 'sent away' ? sentAway : begun).push(name);
      });
    },
    end(name: string): void {
      const one = entered.get(name);
      if (one) admission.leave(one.ticket);
    },
    abort: (name: string) => entered.get(name)?.abort.abort(),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the admission of answers', () => {
  it('lets as many run as there are places, and the next one when one ends', async () => {
    const { ask, end, begun } = world(2, 10);
    for (const name of ['a', 'b', 'c', 'd']) void ask(name);
    await settled();
    expect(begun).toEqual(['a', 'b']);
    end('b');
    await settled();
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('calls Pro first, then who came first', async () => {
    const { admission, ask, end, begun } = world(1, 10);
    for (const name of ['a', 'b', 'p1', 'c', 'p2']) void ask(name);
    expect(['p1', 'p2', 'b', 'c', 'a'].map((name) => admission.ahead(name))).toEqual([
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

  it('takes no more than the queue holds, and the last tenth of it from Pro only', () => {
    const { ask, admission } = world(1, 10);
    for (let index = 0; index < 10; index += 1) void ask(`${index}`);
    expect(() => admission.take('late', false)).toThrow('Server busy');
    void ask('p');
    expect(() => admission.take('p2', true)).toThrow('Server busy');
  });

  it('counts those that are not stored yet, until they are given back', () => {
    const { admission } = world(1, 0);
    const ticket = admission.take('a', false);
    expect(() => admission.take('b', false)).toThrow('Server busy');
    admission.leave(ticket);
    admission.leave(ticket);
    admission.take('b', false);
    expect(() => admission.take('c', false)).toThrow('Server busy');
  });

  it('forgets who gives up while waiting, and gives the place to nobody who has left', async () => {
    const { ask, abort, end, begun, sentAway, admission } = world(1, 10);
    for (const name of ['a', 'b', 'c']) void ask(name);
    abort('b');
    await settled();
    end('b');
    expect(sentAway).toEqual(['b']);
    expect(admission.ahead('c')).toBe(0);
    end('a');
    await settled();
    expect(begun).toEqual(['a', 'c']);
  });

  it('passes a place on that was given in the moment of giving up', async () => {
    const { ask, abort, end, begun } = world(1, 10);
    for (const name of ['a', 'b', 'c']) void ask(name);
    end('a');
    abort('b');
    await settled();
    expect(begun).toEqual(['a', 'b']);
    end('b');
    await settled();
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('sends everybody away who waits when it closes, and lets run who has a place', async () => {
    const { admission, ask, begun, sentAway } = world(1, 10);
    for (const name of ['a', 'b', 'p']) void ask(name);
    admission.close();
    void ask('c');
    await settled();
    expect(begun).toEqual(['a']);
    expect(sentAway.toSorted()).toEqual(['b', 'c', 'p']);
  });
});
