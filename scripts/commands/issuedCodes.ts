import { UsageError } from '#server/errors.ts';
import { listedNumber, toDay } from './arguments.ts';

/** Reads the last day on which codes work. Returns its last millisecond (UTC). */
export function endOfExpiryDay(text: string): Date {
  return new Date(`${toDay('expires')(text)}T23:59:59.999Z`);
}

/** Reads the number of a batch, as the command `list` prints it. */
export function batchNumber(list: string): (text: string) => number {
  return listedNumber('batch', list);
}

/** Returns the codes to revoke: a batch, or single codes. Throws unless exactly one of them is given. */
export function codesToRevoke(
  batch: number | undefined,
  codes: string[] | undefined,
  list: string,
): { batch: number } | { codes: string[] } {
  if ((batch === undefined) === (codes === undefined)) {
    throw new UsageError(`Name the batch, as \`${list}\` shows it, or single codes with --code`);
  }
  return batch === undefined ? { codes: codes ?? [] } : { batch };
}

/** Returns a sentence that says what a revocation does, for the question before it. */
export function revocationOf(requested: { batch: number } | { codes: string[] }): string {
  if ('batch' in requested) return `This revokes the open codes of batch ${requested.batch}.`;
  return `This revokes ${requested.codes.length === 1 ? 'a code' : `${requested.codes.length} codes`}.`;
}
