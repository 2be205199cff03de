import { day } from '#contract/day.ts';
import { endpoint } from '#contract/endpoint.ts';
import { type UsageSpan, usageGroups, usageSpans } from '#domain/credits/creditUsage.ts';
import * as z from 'zod/mini';

const query = () =>
  z.object({
    by: z.enum(usageGroups),
    /** The number of days that end with this one (UTC). */
    days: z.coerce
      .number()
      .check(
        z.refine((days) => usageSpans.includes(days as UsageSpan), 'Must be 7, 30, 90 or 365'),
      ),
  });

const row = z.object({
  /** A day, a month (`YYYY-MM`), or the id of a GPT or model; `null` without one, or if it is not known any more. */
  key: z.nullable(z.string()),
  /** The name of a GPT; else `null`. */
  name: z.nullable(z.string()),
  /** Charged questions. */
  questions: z.int(),
  credits: z.int(),
});

export const getCreditUsage = endpoint({
  method: 'GET',
  path: '/api/credits/usage',
  summary:
    'What the signed-in user’s questions have cost, by day, month, GPT or model. Days and months are in order, without gaps; GPTs and models begin with the one that cost most, at most 100.',
  query,
  response: () => z.object({ from: day, to: day, items: z.array(row) }),
});

export const exportCreditUsage = endpoint({
  method: 'GET',
  path: '/api/credits/usage.csv',
  summary: 'The same as a CSV file.',
  query,
});
