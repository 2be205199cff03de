import * as z from 'zod/mini';

/** The number of items of a page. */
export function pageSize() {
  return z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)));
}

/** A cursor: the moment of the last seen item, to the microsecond. PostgreSQL has no year 0. */
export function momentCursor() {
  return z.optional(z.iso.datetime().check(z.regex(/^(?!0000)/)));
}

/** A cursor: the id of the last seen entry of the ledger. */
export function entryCursor() {
  return z.optional(z.string().check(z.regex(/^\d{1,18}$/)));
}
