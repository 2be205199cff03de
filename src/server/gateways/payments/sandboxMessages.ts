import { createHmac, randomUUID } from 'node:crypto';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import { InvalidSignatureError, type ProviderEvent } from '#server/gateways/payments/payments.ts';
import { unreadableEvent } from '#server/gateways/payments/unreadableEvent.ts';
import { parseJson } from '#server/gateways/readJson.ts';
import { isNearTime } from '#server/gateways/signedTime.ts';
import { isSameSecret } from '#server/isSameSecret.ts';
import type { ProviderBooks } from '#server/gateways/payments/providerBooks.ts';
import type { Change } from '#server/gateways/payments/providerRecords.ts';

export const signatureHeader = 'sandbox-signature';

const retrySeconds = [1, 5, 30, 120, 600];

/** How often each message is sent, and after how many seconds. */
export type Sending = { copies: number; delaySeconds: number };

type Message = { id: string; type: string; subject: ProviderEvent['subject'] };

/** Sends signed messages to our server, with retries, as providers do. */
export class SandboxMessages {
  readonly #books: ProviderBooks;
  readonly #key: string;
  readonly #webhookUrl: (method: PaymentMethod) => string;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(books: ProviderBooks, key: string, webhookUrl: (method: PaymentMethod) => string) {
    this.#books = books;
    this.#key = key;
    this.#webhookUrl = webhookUrl;
  }

  /** Sends asynchronously, so that the caller can respond to its own request first. */
  send(changes: readonly Change[], { copies, delaySeconds }: Sending): void {
    for (const { kind, event, id } of changes) {
      const method = methodOf(this.#books, kind, id);
      if (!method) continue;
      const subject = { kind, id };
      const message = { id: `sandbox_event_${randomUUID()}`, type: `${kind}.${event}`, subject };
      const body = JSON.stringify(message);
      for (let copy = 0; copy < copies; copy += 1) this.#later(delaySeconds, method, body, 0);
    }
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #later(seconds: number, method: PaymentMethod, body: string, tries: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#post(method, body).then((isTaken) => {
        const wait = retrySeconds[tries];
        if (!isTaken && wait !== undefined) this.#later(wait, method, body, tries + 1);
      });
    }, seconds * 1_000);
    timer.unref();
    this.#timers.add(timer);
  }

  async #post(method: PaymentMethod, body: string): Promise<boolean> {
    try {
      const response = await fetch(this.#webhookUrl(method), {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          [signatureHeader]: sign(this.#key, body, Date.now()),
        },
        signal: AbortSignal.timeout(10_000),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }
}

/** Returns the method whose URL gets a message; `undefined` for changes without a message. */
function methodOf(books: ProviderBooks, kind: Change['kind'], id: string) {
  switch (kind) {
    case 'checkout':
      return books.checkouts.get(id)?.method;
    case 'subscription':
      return books.subscriptions.get(id)?.method;
    case 'invoice': {
      const bill = books.bills.get(id);
      return bill && books.subscriptionOf(bill).method;
    }
    case 'dispute':
      return books.payments.get(books.disputes.get(id)?.paymentId ?? '')?.method;
    default:
      return undefined;
  }
}

/** Returns the signature header of a message that was sent at `time` (milliseconds). */
export function sign(key: string, body: string | Uint8Array, time: number): string {
  const seconds = String(Math.floor(time / 1_000));
  return `t=${seconds},v1=${digest(key, seconds, body)}`;
}

/** Reads a message. Throws `InvalidSignatureError` unless its signature is right and recent. */
export function readMessage(key: string, body: Uint8Array, header: string | null): ProviderEvent {
  const [, time = '', given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  const isRight = given !== undefined && isSameSecret(given, digest(key, time, body));
  if (!isRight || !isNearTime(time))
    throw new InvalidSignatureError('The signature is missing or wrong');
  const { id, type, subject } = (parseJson(new TextDecoder().decode(body)) ??
    {}) as Partial<Message>;
  return id === undefined || type === undefined || subject === undefined
    ? unreadableEvent(body, 'it has no id, type or subject')
    : { eventId: id, type, subject };
}

function digest(key: string, seconds: string, body: string | Uint8Array): string {
  return createHmac('sha256', key).update(`${seconds}.`).update(body).digest('hex');
}
