// Plain JavaScript for Node 18 or newer.

/**
 * @typedef {import('./suite.mjs').Suite & { after?: string }} QueuedSuite
 *   `after` names a suite that must end before this one starts
 */

/**
 * Of `npm test`. Two suites run at a time, started in this order. The server's tests take longest, because they wait
 * for processes and deadlines: the patient suites work meanwhile, so that their limits leave time to wait.
 * @type {QueuedSuite[]}
 */
export const suites = [
  { name: 'server', limitMinutes: 45, vitest: 'server' },
  // Publishes the site that `build` and `e2e` share. Alone, each of them publishes it itself.
  { name: 'release', limitMinutes: 5, checks: [['node', 'tests/e2e/publishRelease.ts']] },
  {
    name: 'lint',
    limitMinutes: 15,
    isPatient: true,
    checks: [
      // Includes the checks of `tsc`. The suite `types` checks `.astro` files.
      ['oxlint', '--type-aware', '--type-check', '--deny-warnings'],
      ['eslint', '.', '--max-warnings', '0'],
    ],
  },
  { name: 'e2e', after: 'release', limitMinutes: 20, playwright: true, needsBrowser: true },
  // After `release`, which bundles the pages for all publishes of this code.
  {
    name: 'build',
    after: 'release',
    limitMinutes: 20,
    isPatient: true,
    vitest: 'build',
    needsBrowser: true,
  },
  { name: 'publishing', after: 'release', limitMinutes: 15, isPatient: true, vitest: 'publishing' },
  {
    name: 'types',
    limitMinutes: 10,
    isPatient: true,
    checks: [['astro', 'check', '--tsconfig', 'tsconfig.astro.json']],
  },
  { name: 'unit', limitMinutes: 12, isPatient: true, vitest: 'unit' },
  { name: 'dead-code', limitMinutes: 4, isPatient: true, checks: [['knip']] },
  { name: 'format', limitMinutes: 2, isPatient: true, checks: [['oxfmt', '--check']] },
];
export const suitesAtOnce = 2;

/** The files of `tests/build` that publish by themselves: the suite `publishing`, which needs no shared site. */
export const publishingTests = ['correctedMessages', 'incremental'];

/** Of `npm run test:long`, one at a time. @type {QueuedSuite[]} */
export const longSuites = [
  { name: 'long', limitMinutes: 36, vitest: 'long', needsBrowser: true },
  // These tests have more rounds here than in `npm test`.
  {
    name: 'server-long',
    limitMinutes: 10,
    vitest: 'server',
    files: [
      'badAddresses',
      'conversationImportLimits',
      'conversationSearch',
      'hosting',
      'kills',
      'ledger',
      'mediaKills',
      'mediaMix',
      'paymentCases',
      'paymentMix',
      'planCodes',
      'planTermMix',
      'rankingFreeze',
      'recovery',
      'searchLists',
      'searchTypos',
      'snapshotDelta',
      'unreadBodiesNginx',
    ],
    environment: { LONG_RUNS: 'yes' },
  },
  // With the pages of all GPTs of the starter catalogue.
  {
    name: 'whole-site',
    limitMinutes: 6,
    vitest: 'build',
    needsBrowser: true,
    files: [
      'languages',
      'links',
      'markup',
      'messages',
      'policy',
      'previews',
      'structuredData',
      'windows',
    ],
    environment: { WHOLE_SITE: 'yes' },
  },
  {
    name: 'e2e-long',
    limitMinutes: 15,
    playwright: true,
    needsBrowser: true,
    environment: { E2E_LONG: 'yes' },
  },
  // Its own setup finds or installs Firefox and WebKit.
  { name: 'engines', limitMinutes: 10, vitest: 'engines', needsBrowser: true },
];

/**
 * With the real programs around the product: Patroni, etcd, HAProxy, PgBouncer, nginx; one of them by its name, such as
 * `npm run test:cluster -- --only replica`. @type {QueuedSuite[]}
 */
export const clusterSuites = [
  { name: 'failover', limitMinutes: 30, vitest: 'cluster', files: ['failover'] },
  { name: 'servers', limitMinutes: 20, vitest: 'cluster', files: ['servers'] },
  { name: 'replica', limitMinutes: 10, vitest: 'cluster', files: ['replica'] },
  { name: 'pgbouncer', limitMinutes: 10, vitest: 'long', files: ['pgbouncer'] },
];

/** Payments with a server that is killed at every step, sixty minutes in total. @type {QueuedSuite[]} */
export const faultSuites = [{ name: 'faults', limitMinutes: 60, vitest: 'faults' }];
