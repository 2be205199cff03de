import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AnswerEnd } from '#contract/chat/chat.ts';
import { readEvents } from './chat.ts';

export type ReceivedAnswer = {
  answerId: string;
  text: string;
  end: AnswerEnd;
  connections: number;
};

type Asking = {
  /** Addresses of the servers: the next one is asked whenever a connection ends. */
  urls: readonly string[];
  cookie: string;
  text: string;
  model?: string | undefined;
  /** Asks for a stop at this address as soon as there is text. */
  stopAt?: string | undefined;
};

/** Longest time of one connection, so that readers also leave by themselves. */
const connectionMilliseconds = 8_000;
const pauseMilliseconds = 200;

/** Asks a question and reads its answer to the end, over as many connections to as many servers as it takes. */
export async function receiveAnswer({
  urls,
  cookie,
  text,
  model = 'gpt-4o-mini',
  stopAt,
}: Asking): Promise<ReceivedAnswer> {
  const reader = new PersistentReader(cookie, model, text);
  for (;;) {
    const url = urls[reader.connections % urls.length] ?? '';
    try {
      await reader.connect(url, () => {
        const stop = `${stopAt}/api/chat/answers/${reader.answerId}/stop`;
        if (stopAt !== undefined) void reader.send(stop, { method: 'POST' }).catch(() => undefined);
      });
    } catch (error) {
      if (error instanceof WrongEvents) throw error;
    }
    const { answerId, end, connections } = reader;
    if (end) return { answerId, text: reader.text, end, connections };
    await pause(pauseMilliseconds);
  }
}

/** Faults that no broken connection excuses. */
class WrongEvents extends Error {}

class PersistentReader {
  answerId = '';
  text = '';
  end: AnswerEnd | undefined;
  connections = 0;
  readonly #cookie: string;
  readonly #question: string;
  #lastNumber = 0;

  constructor(cookie: string, model: string, text: string) {
    this.#cookie = cookie;
    this.#question = JSON.stringify({ request_id: randomUUID(), target: { model }, text });
  }

  async connect(url: string, onFirstText: () => void): Promise<void> {
    this.connections += 1;
    const response = await this.#open(url);
    if (response.status >= 400 && response.status < 500) {
      throw new WrongEvents(`${response.status}: ${await response.text()}`);
    }
    for await (const { number, event } of readEvents(response)) {
      if (event.type === 'queue') continue;
      if (event.type !== 'end' && number !== this.#lastNumber + 1) {
        throw new WrongEvents(`Event ${number} of ${this.answerId} follows ${this.#lastNumber}`);
      }
      this.#lastNumber = number;
      if (event.type === 'accepted') this.answerId = event.answer_id;
      else if (event.type === 'end') this.end = event;
      else if (event.type === 'delta' || event.type === 'text') {
        if (this.text === '') onFirstText();
        this.text = event.type === 'text' ? event.text : this.text + event.text;
      }
    }
  }

  send(url: string, init: RequestInit): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string>), cookie: this.#cookie };
    return fetch(url, {
      ...init,
      headers: { ...headers, origin: new URL(url).origin },
      signal: AbortSignal.timeout(connectionMilliseconds),
    });
  }

  #open(url: string): Promise<Response> {
    if (this.answerId !== '') {
      return this.send(`${url}/api/chat/answers/${this.answerId}/events`, {
        headers: { 'last-event-id': String(this.#lastNumber) },
      });
    }
    return this.send(`${url}/api/chat/questions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: this.#question,
    });
  }
}
