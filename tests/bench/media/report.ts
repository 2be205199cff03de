import type { Step } from './steps.ts';

/** The memory of one worker while all jobs were in flight, and at its largest. */
export type WorkerUse = { name: string; cpuMilliseconds: number; peakBytes: number };

export type MediaReport = {
  jobs: number;
  seconds: number;
  steps: readonly Step[];
  workers: readonly WorkerUse[];
  /** From the moment at which all results were ready until the last one was stored. */
  deliveredSeconds: number;
  stored: number;
  broken: readonly string[];
};

/** A line for each run with all its workers, and one for each worker. */
export function tableOf(reports: readonly MediaReport[]): string {
  const head = [
    '| Worker | Polls | Late p50, ms | p95 | max | Processor, % of a core | Memory, MB |',
    '|---|---|---|---|---|---|---|',
  ];
  const lines = reports.flatMap((report) => {
    const { workers, steps, seconds } = report;
    const names = workers.map(({ name }) => name);
    const all = { name: `all ${workers.length}`, ...sumOf(workers) };
    const uses = workers.length > 1 ? [all, ...workers] : workers;
    return uses.map((use) => {
      const own = names.includes(use.name)
        ? steps.filter(({ worker }) => worker === use.name)
        : steps;
      return lineOf(use, own, seconds);
    });
  });
  return [...head, ...lines].join('\n');
}

function sumOf(workers: readonly WorkerUse[]): Omit<WorkerUse, 'name'> {
  return workers.reduce(
    (sum, { cpuMilliseconds, peakBytes }) => ({
      cpuMilliseconds: sum.cpuMilliseconds + cpuMilliseconds,
      peakBytes: sum.peakBytes + peakBytes,
    }),
    { cpuMilliseconds: 0, peakBytes: 0 },
  );
}

function lineOf(
  { name, cpuMilliseconds, peakBytes }: WorkerUse,
  steps: readonly Step[],
  seconds: number,
): string {
  const late = steps
    .filter(({ isPoll }) => isPoll)
    .map((step) => Math.max(0, step.late))
    .toSorted((one, other) => one - other);
  const at = (share: number) =>
    late[Math.min(late.length - 1, Math.floor(late.length * share))] ?? 0;
  const times = [at(0.5), at(0.95), at(1)].map((time) => time.toFixed(0));
  const cpu = (cpuMilliseconds / seconds / 10).toFixed(1);
  const cells = [name, late.length, ...times, cpu, (peakBytes / 1_000_000).toFixed(0)];
  return `| ${cells.join(' | ')} |`;
}
