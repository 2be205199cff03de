import { createHmac } from 'node:crypto';
import { isNearTime } from '#server/gateways/signedTime.ts';
import { isSameSecret } from '#server/isSameSecret.ts';

type Message = {
  body: Uint8Array;
  /** The headers `Dolores-Signature` and `Authorization`. */
  signature: string | undefined;
  authorization: string | undefined;
};

/** Whether a message to the mail hook is signed with its secret, or has it as a password. */
export function isProven(secret: string, { body, signature, authorization }: Message): boolean {
  if (signature !== undefined) return isSigned(secret, body, signature);
  return isSameSecret(passwordOf(authorization), secret);
}

function isSigned(secret: string, body: Uint8Array, header: string): boolean {
  const [, time, given] = /^t=(\d{1,11}),v1=([\da-f]{64})$/.exec(header) ?? [];
  if (time === undefined || given === undefined || !isNearTime(time)) return false;
  const right = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
  return isSameSecret(given, right);
}

function passwordOf(authorization = ''): string {
  const [, encoded = ''] = /^Basic ([\w+/=-]{1,1000})$/i.exec(authorization) ?? [];
  const pair = Buffer.from(encoded, 'base64').toString();
  return pair.slice(pair.indexOf(':') + 1);
}
