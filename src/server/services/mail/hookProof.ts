import { createHmac, timingSafeEqual } from 'node:crypto';
import { isNearTime } from '#server/gateways/signedTime.ts';
import { keyedHash } from '#server/keyedHash.ts';

type Message = {
  body: Uint8Array;
  /** The headers `Dolores-Signature` and `Authorization`. */
  signature: string | undefined;
  authorization: string | undefined;
};

/** Whether a message to the mail hook is signed with its secret, or has it as a password. */
export function isProven(secret: string, { body, signature, authorization }: Message): boolean {
  if (signature !== undefined) return isSigned(secret, body, signature);
  return isPassword(secret, passwordOf(authorization));
}

function isSigned(secret: string, body: Uint8Array, header: string): boolean {
  const [, time, given] = /^t=(\d{1,11}),v1=([\da-f]{64})$/.exec(header) ?? [];
  if (time === undefined || given === undefined || !isNearTime(time)) return false;
  const right = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return timingSafeEqual(Buffer.from(given, 'hex'), right);
}

function passwordOf(authorization = ''): string {
  const [, encoded = ''] = /^Basic ([\w+/=-]{1,1000})$/i.exec(authorization) ?? [];
  const pair = Buffer.from(encoded, 'base64').toString();
  return pair.slice(pair.indexOf(':') + 1);
}

function isPassword(secret: string, password: string): boolean {
  // Hashes, because texts of different lengths cannot be compared in constant time.
  const [right, given] = [secret, password].map((text) =>
    Buffer.from(keyedHash(secret, 'mail hook', text)),
  );
  return right !== undefined && given !== undefined && timingSafeEqual(right, given);
}
