/** The marked beginning of a file, and what comes behind all of it; what is between stays as it is. */
export type MarkedEnds = { head: Buffer; tail: Buffer };
