import { analyse } from 'chardet';
import { letterScore } from '#server/letterScores.ts';

/** Encodings that are tried regardless of the detector's result, which is unreliable for short texts. */
const common = [
  'gb18030',
  'big5',
  'shift_jis',
  'euc-kr',
  'euc-jp',
  'windows-1251',
  'windows-1252',
  'koi8-r',
  'utf-16le',
  'utf-16be',
];

/** Beginning of a text that is judged, in bytes; even, for UTF-16. */
const judgedBytes = 65_536;

/** The shortest text in UTF-16 without a byte order mark that is recognised by its letters. */
const leastWideBytes = 8;

/** The lowest score of a text that can be read. */
const leastScore = 0.4;

/** Encodings that are less frequent by so much of a score: those that only the detector names, and one of Russian. */
const [uncommonPenalty, olderRussianPenalty] = [0.6, 0.7];

/** A sure detector counts like so much of a score. */
const detectorWeight = 1;

// oxlint-disable-next-line no-control-regex -- they are searched for
const japaneseMail = /\u001b(?:\$[@B]|\([BJI])/;

/**
 * Guesses the encoding of a text that is not UTF-8, by a detector and by how likely the letters are. Returns a label
 * for `TextDecoder`, with which all bytes can be decoded; `undefined` if the bytes are not text in a known encoding.
 */
export function guessEncoding(bytes: Uint8Array): string | undefined {
  const start = bytes.subarray(0, judgedBytes);
  const confidences = new Map(
    analyse(start).map(({ name, confidence }) => [labelOf(name), confidence]),
  );
  const judged = [...new Set([...common, ...confidences.keys()])].flatMap((encoding) => {
    if (encoding === undefined || encoding === 'utf-8') return [];
    const text = decodeWhole(start, encoding, bytes.length > start.length);
    // Two bytes of anything are a letter of UTF-16.
    const isTooShort = encoding.startsWith('utf-16') && start.length < leastWideBytes;
    const letters = text === undefined || isTooShort ? undefined : letterScore(text);
    if (letters === undefined || letters < leastScore) return [];
    const detected = (detectorWeight * (confidences.get(encoding) ?? 0)) / 100;
    return [{ encoding, score: letters + detected - penaltyOf(encoding) }];
  });
  return judged
    .toSorted((one, other) => other.score - one.score)
    .find(({ encoding }) => decodeWhole(bytes, encoding) !== undefined)?.encoding;
}

function penaltyOf(encoding: string): number {
  if (encoding === 'koi8-r') return olderRussianPenalty;
  return common.includes(encoding) ? 0 : uncommonPenalty;
}

/** Whether a text in ASCII has the shifts of ISO-2022-JP. */
export function isJapaneseMail(ascii: string): boolean {
  return (
    japaneseMail.test(ascii) &&
    decodeWhole(Buffer.from(ascii, 'latin1'), 'iso-2022-jp') !== undefined
  );
}

/** Returns the text if all bytes are valid in this encoding; with `isCut`, the last character may be incomplete. */
export function decodeWhole(
  bytes: Uint8Array,
  encoding: string,
  isCut = false,
): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}

/** Returns the name of an encoding that `TextDecoder` supports; `undefined` for any other. */
export function labelOf(name: string | undefined): string | undefined {
  try {
    return name === undefined ? undefined : new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}
