import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { PaymentMethod } from '#domain/payments.ts';
import { InvalidSignatureError, type ProviderEvent } from '#server/gateways/payments/payments.ts';
import { isNearTime } from '#server/gateways/signedTime.ts';
import type { Change } from '#server/gateways/payments/sandboxBooks.ts';

export const signatureHeader = 'sandbox-signature';

const retrySeconds = [1, 5, 30, 120, 600];

/** How often each message is sent, and after how many seconds. */
export type Sending = { copies: number; delaySeconds: number };

/** Sends signed messages to our server, with retries, as providers do. */
export class SandboxMessages {
  readonly #key: string;
  readonly #webhookUrl: (method: PaymentMethod) => string;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(key: string, webhookUrl: (method: PaymentMethod) => string) {
    this.#key = key;
    this.#webhookUrl = webhookUrl;
  }

  /** Sends asynchronously, so that the caller can respond to its own request first. */
  send(changes: readonly Change[], { copies, delaySeconds }: Sending): void {
    for (const { method, type, subject } of changes) {
      const body = JSON.stringify({ id: `sandbox_event_${randomUUID()}`, type, subject });
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

/** Returns the signature header of a message that was sent at `time` (milliseconds). */
export function sign(key: string, body: string | Uint8Array, time: number): string {
  const seconds = String(Math.floor(time / 1_000));
  return `t=${seconds},v1=${digest(key, seconds, body)}`;
}

/** Reads a message. Throws `InvalidSignatureError` unless its signature is right and recent. */
export function readMessage(key: string, body: Uint8Array, header: string | null): ProviderEvent {
  const [, time = '', given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  const isRight =
    given !== undefined &&
    timingSafeEqual(Buffer.from(given), Buffer.from(digest(key, time, body)));
  if (!isRight || !isNearTime(time))
    throw new InvalidSignatureError('The signature is missing or wrong');
  const { id, type, subject } = JSON.parse(new TextDecoder().decode(body)) as {
    id: string;
    type: string;
    subject: ProviderEvent['subject'];
  };
  return { eventId: id, type, subject };
}

function digest(key: string, seconds: string, body: string | Uint8Array): string {
  return createHmac('sha256', key).update(`${seconds}.`).update(body).digest('hex');
}
