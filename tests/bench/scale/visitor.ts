import { randomUUID } from 'node:crypto';
import { type Pace, questionFor } from '../relay/pace.ts';

/** A question's milliseconds until its first text, and its conversation. */
export type AskedQuestion = { firstText: number; conversationId: string | undefined };

/** The steps of a synthetic user, each time at the next of the servers. */
export class Visitor {
  readonly #urls: readonly string[];
  readonly #paths: { pages: readonly string[]; reads: readonly string[] };
  #turn = 0;

  constructor(
    urls: readonly string[],
    paths: { pages: readonly string[]; reads: readonly string[] },
  ) {
    this.#urls = urls;
    this.#paths = paths;
  }

  /** Opens a page. Returns its bytes on the wire. */
  page(): Promise<number> {
    return this.#read(this.#paths.pages);
  }

  /** Reads from the API, as the site does for “Load more” and missing pages. */
  read(): Promise<number> {
    return this.#read(this.#paths.reads);
  }

  /** Asks, and reads the answer to its end. Throws when it does not finish. */
  async ask(cookie: string, pace: Pace, conversationId?: string): Promise<AskedQuestion> {
    const url = this.#url();
    const began = performance.now();
    const response = await fetch(`${url}/api/chat/questions`, {
      method: 'POST',
      headers: { origin: url, cookie, 'content-type': 'application/json' },
      body: JSON.stringify({
        request_id: randomUUID(),
        ...(conversationId !== undefined && { conversation_id: conversationId }),
        target: { model: 'gpt-4o-mini' },
        text: questionFor(pace),
      }),
    });
    if (!response.ok || !response.body)
      throw new Error(`A question was answered ${response.status}`);
    let [text, firstText] = ['', 0];
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (firstText === 0 && /"type":"(?:delta|text)"/.test(text))
        firstText = performance.now() - began;
    }
    if (!text.includes('"state":"finished"')) throw new Error('An answer did not finish');
    return { firstText, conversationId: /"conversation_id":"([^"]+)"/.exec(text)?.[1] };
  }

  async #read(paths: readonly string[]): Promise<number> {
    const path = paths[this.#turn % paths.length] ?? '/';
    const response = await fetch(`${this.#url()}${path}`, { headers: { 'accept-encoding': 'br' } });
    const { byteLength } = await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
    return Number(response.headers.get('content-length') ?? byteLength);
  }

  #url(): string {
    this.#turn += 1;
    return this.#urls[this.#turn % this.#urls.length] ?? '';
  }
}
