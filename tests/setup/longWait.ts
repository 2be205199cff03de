/** Milliseconds that tests wait at most for something that comes at once, unless the machine is busy with others. */
export const longWait = 15_000;
