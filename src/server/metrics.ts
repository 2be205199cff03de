import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** A response. `route` is the pattern of its path, `status` its HTTP status. */
export type CountedRequest = { method: string; route: string; status: number };

/** An answer that ended. `firstTextSeconds`: from asking the model to its first text; `undefined` without a text. */
export type CountedAnswer = {
  model: string;
  state: string;
  reason: string | null;
  firstTextSeconds?: number | undefined;
};

export type StreamKind = 'answer' | 'changes';

export type MailResult = 'sent' | 'failed';

const knownMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);

/** Upper bounds in seconds. Few, because each is a series for every route. */
const requestSeconds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const firstTextSeconds = [0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

/** Counts of this process, for Prometheus. Labels have few values: no ids, no names, no addresses. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'dolores_http_request_duration_seconds',
    help: 'Time until the headers of a response, by route, method and class of status',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: requestSeconds,
    registers: [this.#registry],
  });
  readonly #streams = new Gauge({
    name: 'dolores_streams_open',
    help: 'Open event streams of this process',
    labelNames: ['kind'] as const,
    registers: [this.#registry],
  });
  readonly #answers = new Counter({
    name: 'dolores_answers_total',
    help: 'Answers that ended in this process, by model, state and reason (none for finished ones)',
    labelNames: ['model', 'state', 'reason'] as const,
    registers: [this.#registry],
  });
  readonly #firstText = new Histogram({
    name: 'dolores_answer_first_text_seconds',
    help: 'Time from asking a model to its first text',
    labelNames: ['model'] as const,
    buckets: firstTextSeconds,
    registers: [this.#registry],
  });
  readonly #mails = new Counter({
    name: 'dolores_mails_total',
    help: 'Mails that the mail server accepted or refused',
    labelNames: ['result'] as const,
    registers: [this.#registry],
  });
  #isRead = false;

  constructor() {
    for (const kind of ['answer', 'changes'] as const) this.#streams.set({ kind }, 0);
    for (const result of ['sent', 'failed'] as const) this.#mails.inc({ result }, 0);
  }

  countRequest({ method, route, status }: CountedRequest, seconds: number): void {
    const labels = {
      route,
      method: knownMethods.has(method) ? method : 'other',
      status: `${Math.floor(status / 100)}xx`,
    };
    this.#requests.observe(labels, seconds);
  }

  /** Counts an open stream. Call the returned function once, at its end. */
  openStream(kind: StreamKind): () => void {
    this.#streams.inc({ kind });
    return () => this.#streams.dec({ kind });
  }

  countAnswer({ model, state, reason, firstTextSeconds: seconds }: CountedAnswer): void {
    this.#answers.inc({ model, state, reason: reason ?? 'none' });
    if (seconds !== undefined) this.#firstText.observe({ model }, seconds);
  }

  countMail(result: MailResult): void {
    this.#mails.inc({ result });
  }

  /** Returns the metrics in the text format of Prometheus. */
  text(): Promise<string> {
    // Event loop, memory and garbage collection are measured from the first read on: it costs processes nothing that
    // nobody watches.
    if (!this.#isRead) collectDefaultMetrics({ register: this.#registry });
    this.#isRead = true;
    return this.#registry.metrics();
  }
}
