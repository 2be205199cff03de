import { dayOf } from '#domain/dates.ts';
import { mediaCostOf } from '#domain/costs/upstreamPrices.ts';
import type { JobRow } from '#server/services/media/jobs/lease.ts';

/** Returns the price of a job at its provider, in micro-USD; `undefined` if the price was unknown when it was asked. */
export function jobCost(job: JobRow): number | undefined {
  // Jobs of servers that stored no cost yet.
  return job.cost ?? mediaCostOf(job, dayOf(job.created));
}
