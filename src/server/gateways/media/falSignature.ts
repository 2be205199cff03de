import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { callProvider } from '#server/gateways/media/callProvider.ts';
import { isNearTime } from '#server/gateways/signedTime.ts';
import { listAt, textAt } from '#server/gateways/readJson.ts';

const dayMilliseconds = 86_400_000;

/** After this time, keys that match no signature are fetched again, because fal may have changed them. */
const refetchMilliseconds = 60_000;

/** Returns a function that checks whether fal signed a message with one of the keys that it publishes at `keysUrl`. */
export function falVerifier(keysUrl: string, now: () => number = Date.now) {
  let keys: readonly KeyObject[] = [];
  let fetched = -Infinity;
  /** The last fetch, which messages at the same time wait for. */
  let fetching: Promise<void> = Promise.resolve();
  const refresh = async (age: number): Promise<void> => {
    if (now() - fetched >= age) {
      fetched = now();
      fetching = fetchKeys(keysUrl).then(
        (found) => void (keys = found),
        () => undefined,
      );
    }
    await fetching;
  };
  return async (body: Uint8Array, headers: Headers): Promise<boolean> => {
    const signed = signedMessage(body, headers, now());
    if (!signed) return false;
    await refresh(dayMilliseconds);
    const fits = () => keys.some((key) => verify(null, signed.message, key, signed.signature));
    if (fits()) return true;
    await refresh(refetchMilliseconds);
    return fits();
  };
}

/**
 * Returns the text that fal signs (three headers and the digest of the body) and the signature; `undefined` for a
 * message whose time is far from now, or that is incomplete. https://docs.fal.ai/model-endpoints/webhooks
 */
function signedMessage(body: Uint8Array, headers: Headers, now: number) {
  const [id, user, timestamp, signature] = ['request-id', 'user-id', 'timestamp', 'signature'].map(
    (name) => headers.get(`x-fal-webhook-${name}`) ?? '',
  );
  if (!id || !user || !isNearTime(timestamp ?? '', now)) return undefined;
  if (!/^[\da-f]{128}$/i.test(signature ?? '')) return undefined;
  const digest = createHash('sha256').update(body).digest('hex');
  const message = Buffer.from([id, user, timestamp, digest].join('\n'));
  return { message, signature: Buffer.from(signature ?? '', 'hex') };
}

async function fetchKeys(url: string): Promise<KeyObject[]> {
  const found = await callProvider({ url, headers: {}, signal: AbortSignal.timeout(5_000) });
  return listAt(found, 'keys').map((key) =>
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: textAt(key, 'x') }, format: 'jwk' }),
  );
}
