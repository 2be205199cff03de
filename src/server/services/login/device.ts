import { randomBytes } from 'node:crypto';
import { isSameSecret } from '#server/isSameSecret.ts';
import { keyedHash } from '#server/keyedHash.ts';

/** The longest time for which browsers keep a cookie. */
const deviceDays = 400;
export const deviceSeconds = deviceDays * 24 * 3_600;

/** The most addresses in one cookie. A new one replaces the one that was used least recently. */
const addressesAtMost = 5;

type DeviceInput = {
  secret: string;
  /** The device cookie of the browser, if it has one. */
  cookie: string | undefined;
  email: string;
  now: Date;
};

/**
 * Returns whether this browser has signed in to this address before. Its cookie is a list of entries, each bound to one
 * address by a signature, so an entry for one's own address is not valid for another address.
 */
export function isKnownDevice({ secret, cookie, email, now }: DeviceInput): boolean {
  const oldest = dayOf(now) - deviceDays;
  return entriesOf(cookie).some((entry) => {
    const [address, nonce = '', day = '', signature = ''] = entry.split('.');
    const isGenuine = isSameSecret(signature, sign(secret, email, nonce, day));
    return isGenuine && address === hashAddress(secret, email) && Number(day) >= oldest;
  });
}

/**
 * Returns the cookie of a browser that signs in to this address now. A new entry replaces an older one for the address.
 */
export function renewDevice({ secret, cookie, email, now }: DeviceInput): string {
  const address = hashAddress(secret, email);
  const nonce = randomBytes(16).toString('base64url');
  const day = String(dayOf(now));
  const others = entriesOf(cookie).filter((entry) => !entry.startsWith(`${address}.`));
  const entry = [address, nonce, day, sign(secret, email, nonce, day)].join('.');
  return [entry, ...others].slice(0, addressesAtMost).join('~');
}

function entriesOf(cookie: string | undefined): string[] {
  const entries = (cookie ?? '').split('~').slice(0, addressesAtMost);
  return entries.filter((entry) => /^[0-9a-f]{32}\.[\w-]{22}\.\d{1,6}\.[0-9a-f]{64}$/.test(entry));
}

function hashAddress(secret: string, email: string): string {
  return keyedHash(secret, 'device address', email).slice(0, 32);
}

function sign(secret: string, email: string, nonce: string, day: string): string {
  return keyedHash(secret, 'device', email, nonce, day);
}

function dayOf(time: Date): number {
  return Math.floor(time.getTime() / 86_400_000);
}
