import { stripVTControlCharacters } from 'node:util';
import { findEncoding } from '#server/findEncoding.ts';
import { decodeWhole } from '#server/guessEncoding.ts';

/** Control characters and noncharacters that texts do not have. Tabs, line breaks and page breaks are allowed. */
// oxlint-disable-next-line no-control-regex -- they are searched for
const binary = /[\0-\u0008\u000b\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;

/** Terminals show a character as bold or underlined when another one is printed over it after a step back. */
// oxlint-disable-next-line no-control-regex -- they are removed
const overprinted = /[^\n]\u0008/g;

/**
 * Decodes a text file in the encoding that its bytes show, without the colours of terminals. Returns `undefined` for bytes
 * in no known encoding, and for control characters.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const encoding = findEncoding(bytes);
  const text = encoding === undefined ? undefined : decodeWhole(bytes, encoding);
  if (text === undefined) return undefined;
  // oxlint-disable-next-line no-control-regex -- it is searched for
  const plain = /[\u0008\u001b]/.test(text)
    ? stripVTControlCharacters(text).replace(overprinted, '')
    : text;
  return binary.test(plain) ? undefined : plain;
}
