import type { Language } from '#domain/languages/languages.ts';

/** The kinds of problems. */
export type FindingKind =
  | 'missing'
  | 'unknown'
  | 'unused'
  | 'values'
  | 'plural'
  | 'same'
  | 'typography'
  | 'glossary'
  | 'correction';

/** A problem of a message, or of code that uses a message. */
export type Finding = {
  kind: FindingKind;
  /** `undefined` if the problem is not about one language. */
  language: Language | undefined;
  /** `area.key`. */
  message: string;
  /** The rest of a sentence that begins with the message, such as “is missing”. */
  problem: string;
};

/** All texts of a language by `area.key`. */
export type Texts = ReadonlyMap<string, string>;

/** Returns a key without its plural suffix. */
export function stemOf(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '');
}
