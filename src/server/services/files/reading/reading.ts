import type { DetectedType } from '#server/services/files/reading/detectType.ts';

/** The input of the reading process: the file and the paths of results. */
export type ReadingTask = {
  type: DetectedType;
  input: string;
  /** The path for the stored file; not written if the input itself is stored. */
  output: string;
  /** The path for the text of the file in UTF-8; not written for pictures. */
  text: string;
  /** Stores a small square of a picture as WebP: its position along the longer side, from 0 to 1. */
  square?: { position: number };
};

export type ReadFile = {
  type: 'image/png' | 'image/jpeg' | 'image/webp' | 'application/pdf' | 'text/plain';
  file: 'input' | 'output';
  width: number | null;
  height: number | null;
  pages: number | null;
  characters: number | null;
  tokens: number | null;
};

/** The rule that a file violates. */
export type Unreadable =
  | { rule: 'type' | 'encoding' | 'damaged' | 'empty' | 'encrypted' | 'effort' }
  | { rule: 'pixels' | 'pages' | 'characters'; most: number };

export type Reading = { kind: 'read'; file: ReadFile } | { kind: 'unreadable'; why: Unreadable };

/** Thrown while reading a file that violates a rule. */
export class UnreadableError extends Error {
  readonly why: Unreadable;

  constructor(why: Unreadable) {
    super(`The file breaks a rule: ${why.rule}`);
    this.name = 'UnreadableError';
    this.why = why;
  }
}
