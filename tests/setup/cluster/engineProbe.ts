import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

const limitMilliseconds = 1_000;
const pauseMilliseconds = 100;

/** Writes on a new connection again and again: the time that the database itself needs until it is back. */
export class EngineProbe {
  /** When writes succeeded. */
  readonly times: number[] = [];
  readonly #url: string;
  readonly #ended: Promise<void>;
  #isClosed = false;

  constructor(url: string) {
    this.#url = url;
    this.#ended = this.#run();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#ended;
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      if (await this.#write()) this.times.push(Date.now());
      await pause(pauseMilliseconds);
    }
  }

  async #write(): Promise<boolean> {
    const client = new Client({
      connectionString: this.#url,
      connectionTimeoutMillis: limitMilliseconds,
      query_timeout: limitMilliseconds,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('insert into engine_probe values (now())');
      return true;
    } catch {
      return false;
    } finally {
      // A connection without an answer would be waited for.
      await Promise.race([client.end(), pause(limitMilliseconds)]).catch(() => undefined);
    }
  }
}
