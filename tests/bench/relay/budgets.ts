import type { RelayReport } from './report.ts';

type Budget = { what: string; most: number; measured: (ours: RelayReport) => number };

const everywhere: readonly Budget[] = [
  { what: 'lost streams', most: 0, measured: ({ lost }) => lost },
];

const measuredFully: readonly Budget[] = [
  { what: 'token lag p95, ms', most: 60, measured: ({ tokenLag }) => tokenLag.p95 },
  { what: 'memory, MB', most: 250, measured: ({ residentMegabytes }) => residentMegabytes },
];

/** The promised figures of our relay, by the number of streams at once. */
const budgets: Readonly<Record<number, readonly Budget[]>> = {
  50: [...firstToken(8, 25), ...measuredFully],
  200: [
    ...firstToken(20, 100),
    {
      what: 'CPU per 1,000 tokens, ms',
      most: 120,
      measured: ({ cpuPerThousandTokens }) => cpuPerThousandTokens,
    },
    ...measuredFully,
  ],
};

/** One line for each promise, with the measured figure. */
export function verdictsOn(ours: RelayReport): string[] {
  const all = [...(budgets[ours.streams] ?? []), ...everywhere];
  return all.map(({ what, most, measured }) => {
    const value = measured(ours);
    const verdict = value <= most ? 'holds' : 'OVER';
    return `${ours.streams} streams, ${what}: ${value} of at most ${most}: ${verdict}`;
  });
}

function firstToken(p50: number, p99: number): Budget[] {
  return [
    { what: 'first token p50, ms', most: p50, measured: (ours) => ours.firstToken.p50 },
    { what: 'first token p99, ms', most: p99, measured: (ours) => ours.firstToken.p99 },
  ];
}
