import type { Language } from '#domain/languages.ts';

/** The kinds of what can be wrong with the messages. */
export type FindingKind =
  | 'missing'
  | 'unknown'
  | 'unused'
  | 'values'
  | 'plural'
  | 'same'
  | 'typography'
  | 'correction';

/** Something that is wrong with a message, or with how the code asks for one. */
export type Finding = {
  kind: FindingKind;
  /** `undefined` where it is the same in all of them. */
  language: Language | undefined;
  /** `area.key`, or a file. */
  message: string;
  /** A sentence’s rest: what is wrong with it. */
  problem: string;
};

/** All texts of a language by `area.key`. */
export type Texts = ReadonlyMap<string, string>;

/** A key without its plural form. */
export function stemOf(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '');
}
