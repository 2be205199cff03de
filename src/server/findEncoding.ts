import { letterScore } from '#server/letterScores.ts';
import { decodeWhole, guessEncoding, isJapaneseMail, labelOf } from '#server/guessEncoding.ts';

/** Control characters that no text has, except those of terminals. */
// oxlint-disable-next-line no-control-regex -- they are searched for
const binary = /[\0-\u0006\u000e-\u001a\u001c-\u001f\u007f]/;

/** A sequence of UTF-8 of several bytes, in bytes read as Latin 1. */
const sequence =
  /[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3}/g;

/** The encoding that servers name by default, in which every byte is valid. */
const defaultEncoding = 'windows-1252';

/**
 * Returns the encoding of a text as a label for `TextDecoder`: by its byte order mark; UTF-8 if all of it is; else the
 * first of `declared` in which all of it is valid; else a guess. A text of UTF-8 with a few broken bytes is UTF-8.
 * Returns `undefined` for bytes that are not text.
 */
export function findEncoding(
  bytes: Uint8Array,
  declared: readonly (string | undefined)[] = [],
): string | undefined {
  const marked = markedEncoding(bytes);
  if (marked !== undefined) return marked;
  const text = decodeWhole(bytes, 'utf-8');
  if (text !== undefined && !binary.test(text)) {
    return isJapaneseMail(text) ? 'iso-2022-jp' : 'utf-8';
  }
  if (text === undefined && isDamagedUtf8(bytes)) return 'utf-8';
  return validDeclared(bytes, declared) ?? guessEncoding(bytes);
}

/** Returns the encoding that a byte order mark names. */
export function markedEncoding(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 3)).toString('hex');
  if (start === 'efbbbf') return 'utf-8';
  if (start.startsWith('fffe')) return 'utf-16le';
  return start.startsWith('feff') ? 'utf-16be' : undefined;
}

function validDeclared(
  bytes: Uint8Array,
  declared: readonly (string | undefined)[],
): string | undefined {
  const encodings = [...new Set(declared.map(labelOf))].filter((one) => one !== undefined);
  const scored = encodings.flatMap((encoding) => {
    const text = encoding === 'utf-8' ? undefined : decodeWhole(bytes, encoding);
    return text === undefined ? [] : [{ encoding, score: letterScore(text) ?? -1 }];
  });
  // Every byte is valid in Latin 1, so that it must look like a text, too.
  const found = scored.find(({ encoding, score }) => encoding !== defaultEncoding || score > 0);
  return found?.encoding;
}

/** Whether most bytes that are not ASCII are valid UTF-8. */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.subarray(0, 1_000_000)).toString('latin1');
  let valid = 0;
  for (const [found] of text.matchAll(sequence)) valid += found.length;
  const all = text.match(/[\u0080-\u00ff]/g)?.length ?? 0;
  return valid >= all * 0.9 && valid >= 8;
}
