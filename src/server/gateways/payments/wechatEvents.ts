import { isUtf8 } from 'node:buffer';
import type { EventSubject } from '#domain/orders/payments.ts';
import type { WechatConfig } from '#server/paymentConfig.ts';
import { InvalidSignatureError, type ProviderEvent } from '#server/gateways/payments/payments.ts';
import { unreadableEvent } from '#server/gateways/payments/unreadableEvent.ts';
import { type WechatClient, keyFile } from '#server/gateways/payments/wechatClient.ts';
import { isNearTime } from '#server/gateways/signedTime.ts';
import { parseJson } from '#server/gateways/readJson.ts';
import { ownValue } from '#domain/ownValue.ts';

/** Checks the signature of a message by its raw body, then decrypts it. */
export async function readEvent(
  client: WechatClient,
  config: WechatConfig,
  body: Uint8Array,
  headers: Headers,
): Promise<ProviderEvent> {
  const text = textOf(body);
  if (text === undefined || !(await isSigned(client, config, text, headers))) {
    throw new InvalidSignatureError('The signature of a message to the WeChat address is wrong');
  }
  const { Aes } = await client.library();
  const message = parseObject(text);
  const { id, event_type: type, resource } = message;
  if (typeof id !== 'string' || typeof type !== 'string') {
    return unreadableEvent(body, 'it has no id or type');
  }
  const { ciphertext, nonce, associated_data: data } = (resource ?? {}) as Record<string, unknown>;
  try {
    const plain = Aes.AesGcm.decrypt(
      String(ciphertext),
      config.apiKey,
      String(nonce),
      String(data),
    );
    return { eventId: id, type, subject: subjectOf(type, parseObject(plain)) };
  } catch {
    const why = 'its resource cannot be decrypted';
    return { eventId: id, type, subject: { kind: 'unreadable', why } };
  }
}

/** Whether one of the keys signed a message. WeChat's test signatures (`WECHATPAY/SIGNTEST/…`) are wrong on purpose. */
async function isSigned(
  client: WechatClient,
  { verifiers }: WechatConfig,
  text: string,
  headers: Headers,
): Promise<boolean> {
  const [time, nonce, serial, signature] = ['timestamp', 'nonce', 'serial', 'signature'].map(
    (name) => headers.get(`wechatpay-${name}`) ?? '',
  );
  const path = ownValue(verifiers, serial ?? '');
  if (!time || !nonce || !signature || path === undefined) return false;
  // Several texts in Base64 have the same bytes.
  const isCanonical = Buffer.from(signature, 'base64').toString('base64') === signature;
  if (!isNearTime(time) || !isCanonical) return false;
  const { Formatter, Rsa } = await client.library();
  const key = Rsa.from(keyFile(path), 'public');
  return Rsa.verify(Formatter.response(time, nonce, text), signature, key);
}

/** Returns the text of a body, byte for byte; `undefined` for a body that is not UTF-8. */
function textOf(body: Uint8Array): string | undefined {
  return isUtf8(body) ? Buffer.from(body).toString('utf8') : undefined;
}

function subjectOf(type: string, resource: Readonly<Record<string, unknown>>): EventSubject {
  const isRefund = type.startsWith('REFUND.');
  if (!isRefund && !type.startsWith('TRANSACTION.')) return { kind: 'none' };
  const id = resource[isRefund ? 'out_refund_no' : 'out_trade_no'];
  if (typeof id === 'string') return { kind: isRefund ? 'refund' : 'checkout', id };
  return { kind: 'unreadable', why: 'its resource has no number of ours' };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
