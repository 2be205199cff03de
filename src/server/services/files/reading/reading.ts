import * as z from 'zod/mini';
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

const count = z.nullable(z.int());

const readFile = z.object({
  type: z.enum(['image/png', 'image/jpeg', 'image/webp', 'application/pdf', 'text/plain']),
  file: z.enum(['input', 'output']),
  width: count,
  height: count,
  pages: count,
  characters: count,
  tokens: count,
});

/** The rule that a file violates. */
const unreadable = z.discriminatedUnion('rule', [
  z.object({ rule: z.enum(['type', 'encoding', 'damaged', 'empty', 'encrypted', 'effort']) }),
  z.object({ rule: z.enum(['pixels', 'pages', 'characters']), most: z.number() }),
]);

/** The output of the reading process. A schema, because a malicious file may have made it print anything. */
export const reading = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), file: readFile }),
  z.object({ kind: z.literal('unreadable'), why: unreadable }),
]);

export type ReadFile = z.output<typeof readFile>;
export type Unreadable = z.output<typeof unreadable>;
export type Reading = z.output<typeof reading>;
