/** The marked beginning of a file, and the bytes to add at its end. The bytes between stay as they are. */
export type MarkedEnds = { head: Buffer; tail: Buffer };
