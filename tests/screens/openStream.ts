import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import type { AnswerEvent } from '#contract/chat/chat.ts';

/** Questions that are asked from the next load on get these events, and a stream that stays open: nothing ends or fails. */
export async function keepAnswering(page: Page, events: readonly AnswerEvent[]): Promise<void> {
  const accepted: AnswerEvent = {
    type: 'accepted',
    answer_id: randomUUID(),
    conversation_id: randomUUID(),
    question_id: randomUUID(),
    message_id: randomUUID(),
    title: 'A question',
    price: 4,
    dropped_turns: 0,
  };
  const text = [accepted, ...events]
    .map((event, index) => `id: ${index + 1}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('');
  await page.addInitScript((sent) => {
    const fetchReally = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      if (!url.endsWith('/api/chat/questions')) return fetchReally(input, init);
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode(sent)),
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    };
  }, text);
}
