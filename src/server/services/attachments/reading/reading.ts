import type { DetectedType } from '#server/services/attachments/reading/detectType.ts';

/** The input of the reading process: the file, and the path of the result. */
export type ReadingTask = {
  type: DetectedType;
  input: string;
  /** The file that is kept; not written where the input itself is. */
  output: string;
  /** The text of the file, as UTF-8; not written for pictures. */
  text: string;
  /** Keeps a small square of a picture as WebP: where it lies along the longer side, from 0 to 1. */
  square?: { position: number };
};

export type ReadFile = {
  /** Media type of what is kept. */
  type: 'image/png' | 'image/jpeg' | 'image/webp' | 'application/pdf' | 'text/plain';
  /** The stored file. */
  file: 'input' | 'output';
  width: number | null;
  height: number | null;
  pages: number | null;
  characters: number | null;
  tokens: number | null;
};

/** Why a file cannot be read, by the rule that it breaks. */
export type Unreadable =
  | { rule: 'type' | 'damaged' | 'empty' | 'encrypted' | 'effort' }
  | { rule: 'pixels' | 'pages' | 'characters'; most: number };

export type Reading = { kind: 'read'; file: ReadFile } | { kind: 'unreadable'; why: Unreadable };

/** Throws itself out of the reading of a file that breaks a rule. */
export class UnreadableError extends Error {
  readonly why: Unreadable;

  constructor(why: Unreadable) {
    super(`The file breaks a rule: ${why.rule}`);
    this.name = 'UnreadableError';
    this.why = why;
  }
}
