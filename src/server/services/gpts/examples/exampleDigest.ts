import { createHash } from 'node:crypto';
import type { Example } from '#domain/gpts/examples.ts';

/** Returns the digest by which an example is identified, also after it was dropped. */
export function exampleDigest({ question, answer }: Pick<Example, 'question' | 'answer'>): string {
  const text = JSON.stringify([question, answer]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
