import { mapConcurrently } from '#domain/concurrency.ts';
import type { ModelPlatform } from '#server/context.ts';
import type { PlannedSample } from '#server/services/gpts/examples/planSamples.ts';
import { type SampleOutcome, sampleExample } from '#server/services/gpts/examples/sampleExample.ts';

type RunOptions = {
  /** The most that the run may cost, in micro-USD. Every planned question must have a cost then. */
  cap: number | undefined;
  /** When it aborts, nothing more is asked. Questions under way get their answers, because they are paid. */
  signal: AbortSignal;
  /** Called with each outcome, after what belongs to it is stored. */
  report: (outcome: SampleOutcome) => void;
};

export type SampleRun = {
  stored: number;
  failed: number;
  /** In micro-USD, without answers of unknown price. */
  spent: number;
  /** Questions that were not asked, and the reason. */
  left: number;
  stop: string | undefined;
};

const askedAtOnce = 4;

/** A provider that fails so often without an answer in between is not asked further. */
const failuresInRow = 5;

/**
 * Asks the planned questions. Each answer is stored when it is there, so that a run that breaks off loses nothing that
 * was paid. Stops before a question that could exceed the cap, and when a provider must not be asked any more today.
 */
export async function runSamples(
  platform: ModelPlatform,
  planned: readonly PlannedSample[],
  { cap, signal, report }: RunOptions,
): Promise<SampleRun> {
  const run: SampleRun = { stored: 0, failed: 0, spent: 0, left: 0, stop: undefined };
  // The most that the questions under way can cost.
  let reserved = 0;
  let failures = 0;
  await mapConcurrently(planned, askedAtOnce, async (sample) => {
    const { cost = 0, route } = sample;
    if (signal.aborted) run.stop ??= 'it was interrupted';
    if (cap !== undefined && run.spent + reserved + cost > cap) run.stop ??= 'the cap is reached';
    if (failures >= failuresInRow) run.stop ??= `${failures} questions in a row failed`;
    reserved += cost;
    if (run.stop === undefined && (await platform.spending.isPaused(route.upstream))) {
      run.stop ??= `${route.upstream} rests until tomorrow (UTC), because its daily cap is reached`;
    }
    if (run.stop !== undefined) {
      reserved -= cost;
      run.left += 1;
      return;
    }
    const outcome = await sampleExample(platform, sample);
    reserved -= cost;
    run.spent += outcome.cost ?? 0;
    failures = outcome.stored ? 0 : failures + 1;
    if (outcome.stored) run.stored += 1;
    else run.failed += 1;
    report(outcome);
  });
  return run;
}
