// Plain JavaScript for Node 18 or newer.

/**
 * How long the files of the long suites take on a quiet machine with two cores, in seconds. `slices.mjs` divides the
 * suites by them. A file that is not listed counts as `unknownSeconds`.
 * @type {Record<string, Record<string, number>>}
 */
export const fileSeconds = {
  long: {
    astroI18next: 25,
    attachmentKills: 10,
    benchCatalogue: 10,
    conversationSearch: 70,
    demo: 50,
    guessing: 110,
    hosting: 150,
    importKills: 30,
    incremental: 120,
    kills: 150,
    ledger: 60,
    ledgerModel: 60,
    linearReaders: 240,
    planTerms: 10,
    publishKills: 120,
    randomStreams: 60,
    rankingHistory: 40,
    realData: 60,
    searchLoad: 60,
    slowReaders: 40,
  },
  'server-long': { paymentMix: 120, mediaKills: 60, kills: 60, badAddresses: 60 },
  'whole-site': {
    messages: 60,
    windows: 90,
    markup: 30,
    languages: 10,
    links: 5,
    policy: 10,
    previews: 20,
    structuredData: 10,
  },
};

export const unknownSeconds = 20;

/** The work of a suite before its first test: the database, the published site. @type {Record<string, number>} */
export const setupSeconds = {
  long: 5,
  'server-long': 5,
  'whole-site': 60,
  'e2e-long': 40,
  engines: 40,
};
