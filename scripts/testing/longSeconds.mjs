// Plain JavaScript for Node 18 or newer.

/**
 * How long the files of the long suites take on a quiet machine with two cores, in seconds. `slices.mjs` divides the
 * suites by them. A file that is not listed counts as `unknownSeconds`.
 * @type {Record<string, Record<string, number>>}
 */
export const fileSeconds = {};

export const unknownSeconds = 30;

/** What a suite does before its first test: the database, the published site. @type {Record<string, number>} */
export const setupSeconds = {
  long: 5,
  'server-long': 5,
  'whole-site': 60,
  'e2e-long': 40,
  engines: 40,
};
