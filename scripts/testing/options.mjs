// Plain JavaScript for Node 18 or newer.
import { changedSuites } from './changed.mjs';
import { chooseSlice, sliceTitle } from './slices.mjs';
import { clusterSuites, faultSuites, longSuites, suites, suitesAtOnce } from './suites.mjs';

/** The sets of suites, by their option. `--slice` is for the long ones, `--changed` for the short ones. */
const sets = {
  '': { all: suites, atOnce: suitesAtOnce },
  '--long': { all: longSuites, atOnce: 1 },
  '--faults': { all: faultSuites, atOnce: 1 },
  '--cluster': { all: clusterSuites, atOnce: 1 },
};

/**
 * @typedef {{ set: keyof typeof sets, only?: string[], slice?: string, changed?: string }} Options
 *   `slice` is the number of a slice, or empty for that of the commit; `changed` is a commit to compare with, or empty
 */

/**
 * Reads the command line.
 * @param {string[]} args
 * @returns {Options | undefined} `undefined` if it has an unknown option or suite
 */
export function readOptions(args) {
  const set = Object.keys(sets).find((name) => args.includes(name)) ?? '';
  const [option, value, ...more] = args.filter((arg) => arg !== set);
  if (more.length > 0) return undefined;
  if (option === undefined) return { set };
  if (option === '--only') {
    const only = (value ?? '').split(',');
    const known = sets[set].all.map(({ name }) => name);
    return only.every((name) => known.includes(name)) ? { set, only } : undefined;
  }
  if (option === '--slice' && set === '--long' && /^\d*$/.test(value ?? '')) {
    return { set, slice: value ?? '' };
  }
  if (option === '--changed' && set === '' && !value?.startsWith('-')) {
    return { set, changed: value ?? '' };
  }
  return undefined;
}

/**
 * Returns the suites that the options name.
 * @param {Options} options
 */
export function chooseSuites({ set, only, slice, changed }) {
  const { all, atOnce } = sets[set];
  if (only !== undefined) return { suites: all.filter(({ name }) => only.includes(name)), atOnce };
  if (slice !== undefined) {
    const chosen = chooseSlice(slice);
    console.log(sliceTitle(chosen));
    return { suites: chosen.suites, atOnce };
  }
  if (changed !== undefined) return { suites: changedSuites(changed), atOnce };
  return { suites: all, atOnce };
}

/** Returns the sentences of how the command is used. */
export function usage() {
  const forms = Object.entries(sets).map(
    ([set, { all }]) => `[--only ${all.map(({ name }) => name).join(',')}]${set && ` ${set}`}`,
  );
  return [...forms, '--changed [COMMIT]', '--long --slice [NUMBER]']
    .map((form) => `Usage: node scripts/test.mjs ${form}`)
    .join('\n');
}
