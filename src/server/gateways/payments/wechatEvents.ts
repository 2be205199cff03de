import { createHash } from 'node:crypto';
import type { EventSubject } from '#domain/payments.ts';
import type { WechatConfig } from '#server/paymentConfig.ts';
import { InvalidSignatureError, type ProviderEvent } from '#server/gateways/payments/payments.ts';
import { type WechatClient, keyFile } from '#server/gateways/payments/wechatClient.ts';

/** How far the clock of a message may be from ours. */
const toleranceSeconds = 300;

/** Reads a message by its raw body: its signature first, then its encrypted part. */
export async function readEvent(
  client: WechatClient,
  config: WechatConfig,
  body: Uint8Array,
  headers: Headers,
): Promise<ProviderEvent> {
  const text = new TextDecoder().decode(body);
  if (!(await isSigned(client, config, text, headers))) {
    throw new InvalidSignatureError('The signature of a message to the WeChat address is wrong');
  }
  const { Aes } = await client.library();
  const message = parse(text);
  const { id, event_type: type, resource } = message;
  if (typeof id !== 'string' || typeof type !== 'string') return unreadable(body);
  const { ciphertext, nonce, associated_data: data } = (resource ?? {}) as Record<string, unknown>;
  try {
    const plain = Aes.AesGcm.decrypt(
      String(ciphertext),
      config.apiKey,
      String(nonce),
      String(data),
    );
    return { eventId: id, type, subject: subjectOf(type, parse(plain)) };
  } catch {
    const why = 'its resource cannot be decrypted';
    return { eventId: id, type, subject: { kind: 'unreadable', why } };
  }
}

/** Whether one of the keys signed a message. WeChat sends `WECHATPAY/SIGNTEST/…` on purpose: wrong like any other. */
async function isSigned(
  client: WechatClient,
  { verifiers }: WechatConfig,
  text: string,
  headers: Headers,
): Promise<boolean> {
  const [time, nonce, serial, signature] = ['timestamp', 'nonce', 'serial', 'signature'].map(
    (name) => headers.get(`wechatpay-${name}`) ?? '',
  );
  const path = Object.hasOwn(verifiers, serial ?? '') ? verifiers[serial ?? ''] : undefined;
  if (!time || !nonce || !signature || path === undefined) return false;
  const isNear = Math.abs(Date.now() / 1_000 - Number(time)) <= toleranceSeconds;
  const { Formatter, Rsa } = await client.library();
  const key = Rsa.from(keyFile(path), 'public');
  return isNear && Rsa.verify(Formatter.response(time, nonce, text), signature, key);
}

function subjectOf(type: string, resource: Readonly<Record<string, unknown>>): EventSubject {
  const isRefund = type.startsWith('REFUND.');
  if (!isRefund && !type.startsWith('TRANSACTION.')) return { kind: 'none' };
  const id = resource[isRefund ? 'out_refund_no' : 'out_trade_no'];
  if (typeof id === 'string') return { kind: isRefund ? 'refund' : 'checkout', id };
  return { kind: 'unreadable', why: 'its resource has no number of ours' };
}

/** Returns a message that cannot be read. Its digest is its id, so that it is stored once however often it comes. */
function unreadable(body: Uint8Array): ProviderEvent {
  const digest = createHash('sha256').update(body).digest('hex');
  const subject = { kind: 'unreadable', why: 'it has no id or type' } as const;
  return { eventId: `unreadable-${digest}`, type: 'unknown', subject };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
