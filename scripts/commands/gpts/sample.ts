import type { Command } from 'commander';
import type { ModelPlatform } from '#server/context.ts';
import { UsageError } from '#server/errors.ts';
import { hasUnpublishedSamples } from '#server/services/gpts/examples/hasUnpublished.ts';
import {
  type PlannedSample,
  type SkippedSample,
  planSamples,
} from '#server/services/gpts/examples/planSamples.ts';
import { readSecond } from '#server/db/queries/gptExamples.ts';
import { type SampleRun, runSamples } from '#server/services/gpts/examples/runSamples.ts';
import type { SampleOutcome } from '#server/services/gpts/examples/sampleExample.ts';
import { isAgreed } from '../invocation.ts';
import { withModels } from '../models/withModels.ts';
import { printResult } from '../output.ts';
import { type PublishOption, requestPublish, withPublishOption } from '../publishOption.ts';
import { oneLine, pasteable } from '../terminal.ts';
import { untilSignal } from '../untilSignal.ts';

export function addSampleCommand(gpts: Command): void {
  withPublishOption(gpts.command('sample [ids...]'))
    .description(
      'ask the models of GPTs one of their prompt starters each, and store the answers as examples; you pay the providers. Without --yes, only say what it would cost',
    )
    .option('--all', 'all GPTs that the site shows', false)
    .option('--missing', 'only GPTs without an example', false)
    .option(
      '--since <instant>',
      'without GPTs that were sampled since then; goes on where a run broke off',
      toInstant,
    )
    .option('--cap <dollars>', 'the most that this run may cost', toMicros)
    .action(sample);
}

type Options = PublishOption & { all: boolean; missing: boolean; since?: Date; cap?: number };

async function sample(ids: string[], options: Options): Promise<void> {
  if (options.all === ids.length > 0) throw new UsageError('Name either GPTs or --all');
  await withModels(async (operator) => {
    const { missing: isMissing, since } = options;
    const selection = { ids: options.all ? undefined : ids, isMissing, since };
    const { planned, skipped } = await planSamples(operator, selection);
    printSkipped(skipped);
    const plan = { questions: planned.length, cost: mostCost(planned), skipped };
    if (planned.length === 0) {
      printResult(plan, () => console.log('There is nothing to ask.'));
      return isAgreed() ? publishSamples(operator, options) : undefined;
    }
    console.log(costSentence(planned, options.cap));
    if (!isAgreed()) return printResult(plan, () => console.log('Say --yes to ask.'));
    const advice = await resumeSentence(operator, options);
    console.log(`If it breaks off: ${advice}`);
    const run = await untilSignal(
      (signal) => runSamples(operator, planned, { cap: options.cap, signal, report: printOutcome }),
      'Stopping after the questions under way.',
    );
    printResult({ ...plan, ...run }, (result) => printRun(result, advice));
    if (run.failed + run.left > 0) process.exitCode = 1;
    await publishSamples(operator, options);
  });
}

/** Returns which command continues the run without asking for a GPT again. */
async function resumeSentence(
  { database }: ModelPlatform,
  { missing, since }: Options,
): Promise<string> {
  if (missing || since !== undefined) return 'the same command goes on.';
  return `the same command with --since ${await readSecond(database.query)} goes on.`;
}

/** Requests a publish if examples wait for one, also those of an earlier run that was killed. */
async function publishSamples(operator: ModelPlatform, options: Options): Promise<void> {
  if (!(await hasUnpublishedSamples(operator.database.query))) return;
  console.log(await requestPublish(operator, 'gpts sample', options));
}

/** Returns the most that the questions of known price cost, in micro-USD. */
function mostCost(planned: readonly PlannedSample[]): number {
  return planned.reduce((sum, { cost = 0 }) => sum + cost, 0);
}

/** Returns what the questions cost. Throws a sentence when a cap could not be kept. */
function costSentence(planned: readonly PlannedSample[], cap: number | undefined): string {
  const unknown = new Set(
    planned.flatMap(({ cost, route }) => (cost === undefined ? [route.upstream] : [])),
  );
  const names = [...unknown].map(oneLine).join(', ');
  if (cap !== undefined && unknown.size > 0) {
    throw new UsageError(
      `--cap cannot be kept, because the price of ${names} is unknown: dolores prices set …`,
    );
  }
  const most = dollars(mostCost(planned));
  const questions = planned.length === 1 ? '1 question costs' : `${planned.length} questions cost`;
  const others = unknown.size > 0 ? ` and the unknown price of ${names}` : '';
  const capped = cap === undefined ? '' : `; the run stops before ${dollars(cap)}`;
  return `${questions} at most ${most}${others}${capped}.`;
}

const skippedShown = 20;

function printSkipped(skipped: readonly SkippedSample[]): void {
  for (const { id, reason } of skipped.slice(0, skippedShown)) {
    console.log(`skipped ${pasteable(id)}: ${oneLine(reason)}`);
  }
  if (skipped.length > skippedShown) console.log(`… and ${skipped.length - skippedShown} more`);
}

function printOutcome(outcome: SampleOutcome): void {
  const cost = outcome.cost === undefined ? 'unknown cost' : dollars(outcome.cost);
  const id = pasteable(outcome.id);
  if (outcome.stored) {
    console.log(
      `stored  ${id}: ${outcome.characters} characters by ${oneLine(outcome.model)}, ${cost}`,
    );
  } else console.log(`FAILED  ${id}: ${oneLine(outcome.reason)}, ${cost}`);
}

function printRun({ stored, failed, spent, left, stop }: SampleRun, advice: string): void {
  console.log(`${stored} stored, ${failed} failed, ${dollars(spent)} spent.`);
  if (stop === undefined) return;
  console.log(`Stopped with ${left} not asked: ${stop}. To go on: ${advice}`);
}

function dollars(micros: number): string {
  return `$${(micros / 1_000_000).toFixed(4)}`;
}

function toInstant(text: string): Date {
  const instant = new Date(text);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(instant.getTime())) return instant;
  throw new Error('--since must be an instant in UTC, such as 2026-11-28T09:30:00Z');
}

function toMicros(text: string): number {
  if (/^\d{1,7}(\.\d{1,6})?$/.test(text)) return Math.round(Number(text) * 1_000_000);
  throw new Error('--cap must be an amount in dollars, such as 5 or 0.50');
}
