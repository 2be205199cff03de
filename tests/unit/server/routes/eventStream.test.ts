import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventStream } from '#server/routes/eventStream.ts';
import type { NumberedEvent } from '#server/services/chat/liveAnswer.ts';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

const delta = (number: number): NumberedEvent => ({
  number,
  event: { type: 'delta', text: `${number}` },
});

async function* events(end: 'close' | 'fail' | 'silence'): AsyncGenerator<NumberedEvent, void> {
  yield delta(1);
  yield delta(2);
  if (end === 'fail') throw new Error('The database is gone');
  if (end === 'silence') await new Promise(() => undefined);
}

const means = { heartbeatSeconds: 15, leave: () => undefined, failed: () => undefined };

describe('an event stream', () => {
  it('sends each event with its number and ends', async () => {
    const text = await eventStream(events('close'), means).text();
    expect(text).toBe(
      'id: 1\ndata: {"type":"delta","text":"1"}\n\nid: 2\ndata: {"type":"delta","text":"2"}\n\n',
    );
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends when its events fail, tells why, and leaves no heartbeat behind', async () => {
    const failed = vi.fn<(error: unknown) => void>();
    const text = await eventStream(events('fail'), { ...means, failed }).text();
    expect(text).toMatch(/^id: 1\n.*\n\nid: 2\n.*\n\n$/);
    expect(failed).toHaveBeenCalledExactlyOnceWith(new Error('The database is gone'));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('begins nothing when nobody reads it, as after HEAD', async () => {
    const leave = vi.fn<() => void>();
    eventStream(events('silence'), { ...means, leave });
    await Promise.resolve();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('beats in a silence, and piles up nothing for a reader that does not read', async () => {
    const response = eventStream(events('silence'), means);
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.read();
    const next = reader?.read();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(new TextDecoder().decode((await next)?.value)).toBe(': still here\n\n');
    await vi.advanceTimersByTimeAsync(150_000);
    await reader?.read();
    const silence = vi.fn<() => void>();
    void reader?.read().then(silence);
    await vi.advanceTimersByTimeAsync(14_000);
    expect(silence).not.toHaveBeenCalled();
  });

  it('tells that its reader left, and stops', async () => {
    const leave = vi.fn<() => void>();
    const response = eventStream(events('close'), { ...means, leave });
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(leave).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });
});
