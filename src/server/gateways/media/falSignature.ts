import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { callProvider } from '#server/gateways/media/callProvider.ts';
import { listAt, textAt } from '#server/gateways/readJson.ts';

/** Older messages are refused, so that nobody can replay one later. */
const maxAgeSeconds = 300;

const dayMilliseconds = 86_400_000;

/** After this time, keys that match no signature are fetched again, because fal may have changed them. */
const refetchMilliseconds = 60_000;

/** Returns a function that checks whether fal signed a message with one of the keys that it publishes at `keysUrl`. */
export function falVerifier(keysUrl: string, now: () => number = Date.now) {
  let keys: readonly KeyObject[] = [];
  let fetched = -Infinity;
  const refresh = async (age: number): Promise<boolean> => {
    if (now() - fetched < age) return false;
    fetched = now();
    keys = await fetchKeys(keysUrl).catch(() => keys);
    return true;
  };
  return async (body: string, headers: Headers): Promise<boolean> => {
    const signed = signedMessage(body, headers, now());
    if (!signed) return false;
    await refresh(dayMilliseconds);
    const fits = () => keys.some((key) => verify(null, signed.message, key, signed.signature));
    return fits() || ((await refresh(refetchMilliseconds)) && fits());
  };
}

/**
 * Returns the text that fal signs (three headers and the digest of the body) and the signature; `undefined` for a
 * message that is too old or incomplete. https://docs.fal.ai/model-endpoints/webhooks
 */
function signedMessage(body: string, headers: Headers, now: number) {
  const [id, user, timestamp, signature] = ['request-id', 'user-id', 'timestamp', 'signature'].map(
    (name) => headers.get(`x-fal-webhook-${name}`) ?? '',
  );
  const age = Math.abs(now / 1_000 - Number(timestamp));
  if (!id || !user || !timestamp || !signature || !(age <= maxAgeSeconds)) return undefined;
  const digest = createHash('sha256').update(body).digest('hex');
  const message = Buffer.from([id, user, timestamp, digest].join('\n'));
  return { message, signature: Buffer.from(signature, 'hex') };
}

async function fetchKeys(url: string): Promise<KeyObject[]> {
  const found = await callProvider({ url, headers: {}, signal: AbortSignal.timeout(5_000) });
  return listAt(found, 'keys').map((key) =>
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: textAt(key, 'x') }, format: 'jwk' }),
  );
}
