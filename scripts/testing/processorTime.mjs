// Plain JavaScript for Node 18 or newer.
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** `USER_HZ`, the unit of times in `/proc`: always 100 for programs on Linux. */
const ticksPerSecond = 100;

/** Positions after the name of the program in `/proc/self/stat`, see proc(5): `cutime` and `cstime`. */
const childTimeFields = [13, 14];

/**
 * Returns the processor-seconds of all child processes that have ended, with those of their own ended children, as
 * `time` counts them. `undefined` on systems without `/proc`.
 */
export function childProcessorSeconds() {
  let line;
  try {
    line = readFileSync('/proc/self/stat', 'latin1');
  } catch {
    return undefined;
  }
  // The name of the program may contain spaces and brackets.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const ticks = childTimeFields.reduce((sum, field) => sum + Number(fields[field]), 0);
  return ticks / ticksPerSecond;
}

/**
 * Returns a function that measures the processor-seconds of the child processes that have ended since its last call. It
 * is called when a child ends, so that they belong to this child.
 * @returns {() => number | undefined}
 */
export function processorStopwatch() {
  let before = childProcessorSeconds();
  return () => {
    const now = childProcessorSeconds();
    if (now === undefined || before === undefined) return undefined;
    const used = now - before;
    before = now;
    return used;
  };
}

/**
 * Returns the processor-seconds that the whole machine has used since it started: also those of processes whose parent
 * was killed, such as Chromium's, and of all other programs.
 */
export function machineProcessorSeconds() {
  const milliseconds = cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq);
  return milliseconds.reduce((sum, one) => sum + one, 0) / 1000;
}
