import { endpoint } from '#contract/endpoint.ts';
import { gpt } from '#contract/gpts.ts';
import { isDay } from '#domain/dates.ts';
import * as z from 'zod/mini';

const day = z.string().check(z.refine(isDay, 'Must be a day as YYYY-MM-DD'));

/** One line of the snapshot that the site is built from. The last line is `end`, with the number of lines before it. */
export const snapshotLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), closed_day: day }),
  z.object({ type: z.literal('gpt'), gpt }),
  z.object({ type: z.literal('removed'), id: z.string() }),
  z.object({ type: z.literal('usage'), id: z.string(), day, imported: z.int(), own: z.int() }),
  z.object({ type: z.literal('end'), lines: z.int() }),
]);

export type SnapshotLine = z.output<typeof snapshotLine>;

export const getSnapshot = endpoint({
  method: 'GET',
  path: '/api/snapshot',
  summary: 'Everything that the site is built from, as NDJSON. Needs the operator token.',
});
