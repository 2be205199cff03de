import * as z from 'zod/mini';
import { isNearTime } from '#server/gateways/signedTime.ts';
import { isSameSecret } from '#server/isSameSecret.ts';
import { keyedHash } from '#server/keyedHash.ts';
import { parseJson } from '#server/gateways/readJson.ts';

/*
 * How a request of the doctor arrived at a server behind its proxies. The doctor signs the request with `SECRET`, and the
 * server describes it in a header of its response, to nobody else: addresses of proxies are no secret, but no business of
 * visitors.
 */

/** The header of the doctor's request. */
export const probeHeader = 'dolores-probe';

/** The header of the response. */
export const arrivalHeader = 'dolores-arrival';

const arrival = z.object({
  /** The entries of `X-Forwarded-For`, the outermost first. */
  forwarded: z.array(z.string()),
  /** The server's `TRUSTED_PROXIES`. */
  trusted: z.number(),
});
export type Arrival = z.infer<typeof arrival>;

/** Returns the header that signs a request. */
export function signProbe(secret: string, now = Date.now()): string {
  const time = String(Math.floor(now / 1_000));
  return `${time}.${signatureOf(secret, time)}`;
}

/** Whether a header was signed with our secret, minutes ago at most. */
export function isSignedProbe(secret: string, header: string, now = Date.now()): boolean {
  const [time = '', signature = ''] = header.split('.');
  return isNearTime(time, now) && isSameSecret(signature, signatureOf(secret, time));
}

export function arrivalToHeader(described: Arrival): string {
  return Buffer.from(JSON.stringify(described)).toString('base64url');
}

/** Returns `undefined` for any other header. */
export function headerToArrival(header: string | null): Arrival | undefined {
  const text = Buffer.from(header ?? '', 'base64url').toString();
  const read = arrival.safeParse(parseJson(text));
  return read.success ? read.data : undefined;
}

function signatureOf(secret: string, time: string): string {
  return keyedHash(secret, 'arrival of a probe', time);
}
