import type { Command } from 'commander';
import { dayOf } from '#domain/dates.ts';
import { costOf, providerOf, tokenPriceOf } from '#domain/costs/upstreamPrices.ts';
import type { ModelPlatform } from '#server/context.ts';
import { type KeyCheck, checkProviderKeys } from '#server/services/costs/checkProviderKeys.ts';
import { type LaneState, readProviderStates } from '#server/services/costs/providerStates.ts';
import { addSpending } from '#server/services/costs/addSpending.ts';
import { type Shutdown, checkShutdowns } from '#server/services/models/checkShutdowns.ts';
import {
  type TestableUpstream,
  type UpstreamCheck,
  checkUpstream,
  testableUpstreams,
} from '#server/services/models/checkUpstreams.ts';
import {
  type ClosedChoice,
  type MediaUpstream,
  choiceSentence,
  closedChoices,
  mediaUpstreams,
} from '#server/services/models/mediaChoices.ts';
import { sentenceOf as shutdownSentence } from '#server/services/models/warnOfShutdowns.ts';
import { isAgreed, isJson } from '../invocation.ts';
import { printResult } from '../output.ts';
import { oneLine } from '../terminal.ts';
import { withModels } from './withModels.ts';

export function addModelCheckCommand(models: Command): void {
  models
    .command('check')
    .description(
      'list announced shutdowns of models; with --yes send every upstream model of text a tiny question, which may cost money. Exits with status 1 if one fails or a model is closed',
    )
    .action(check);
}

async function check(): Promise<void> {
  const yes = isAgreed();
  await withModels(async (operator) => {
    const shutdowns = await checkShutdowns(operator);
    if (shutdowns.some(isClosing)) process.exitCode = 1;
    const choices = closedChoices(operator);
    const states = (await readProviderStates(operator.database.query)).filter(isClosed);
    if (states.length > 0) process.exitCode = 1;
    if (!isJson()) {
      printShutdowns(shutdowns, choices);
      for (const state of states) console.log(closureSentence(state));
    }
    const media = mediaUpstreams(operator);
    const upstreams = testableUpstreams(operator).filter(({ route }) => !route.sandbox);
    if (upstreams.length + media.length === 0) {
      console.error('No model provider is connected here: there is nobody to ask.');
      process.exitCode = 1;
    }
    const answers = yes ? await ask(operator, upstreams) : [];
    const keys = yes ? await askKeys(operator) : [];
    const closed = states.map(({ users: _, ...state }) => state);
    printResult({ answers, keys, closed, shutdowns, choices, media }, () => {
      printUntested(yes ? [] : upstreams, media);
    });
  });
}

/** Whether a model is closed because its provider has shut it down. */
function isClosing({ days, models }: Shutdown): boolean {
  return days <= 0 && models.some(({ afterwards }) => afterwards === null);
}

function printShutdowns(shutdowns: readonly Shutdown[], choices: readonly ClosedChoice[]): void {
  for (const shutdown of shutdowns) {
    const later = shutdown.warning === null ? 'later  ' : 'WARNING';
    const mark = isClosing(shutdown) ? 'CLOSED ' : later;
    console.log(`${mark} ${oneLine(shutdownSentence(shutdown))}`);
  }
  for (const choice of choices) console.log(`CLOSED  ${oneLine(choiceSentence(choice))}`);
}

function printUntested(
  upstreams: readonly TestableUpstream[],
  media: readonly MediaUpstream[],
): void {
  for (const { upstream, model } of media) {
    console.log(
      `media   ${oneLine(upstream)} (${model}): no test order, because each one costs money`,
    );
  }
  if (upstreams.length === 0) return;
  console.log('One tiny question each, which may cost a fraction of a cent, would go to');
  for (const { upstream, models } of upstreams) {
    console.log(`  ${oneLine(upstream)} (${models.map(({ id }) => id).join(', ')})`);
  }
  console.log('Say --yes to ask them.');
}

async function ask(
  operator: ModelPlatform,
  upstreams: readonly TestableUpstream[],
): Promise<UpstreamCheck[]> {
  const results: UpstreamCheck[] = [];
  for (const upstream of upstreams) {
    const result = await checkUpstream(operator, upstream);
    results.push(result);
    if (!result.answered) process.exitCode = 1;
    await countCost(operator, result);
    if (!isJson()) console.log(sentenceOf(result));
  }
  return results;
}

/** Asks each key of providers with several keys, because an upstream is asked with one of them. */
async function askKeys(operator: ModelPlatform): Promise<KeyCheck[]> {
  const providers = operator.config.providers.filter(({ otherKeys }) => otherKeys !== undefined);
  const results = await checkProviderKeys({
    ...operator,
    config: { ...operator.config, providers },
  });
  for (const result of results) {
    if (result.problem !== null) process.exitCode = 1;
    if (!isJson()) console.log(keySentence(result));
  }
  return results;
}

function keySentence({ provider, key, problem, message }: KeyCheck): string {
  const name = `${provider}, ${key}`;
  return problem === null
    ? `ok      ${name}`
    : `FAILED  ${name}: ${problem}, ${oneLine(message ?? '')}`;
}

function isClosed({ problem }: LaneState): boolean {
  return problem !== null;
}

function closureSentence({ provider, label, problem, since, until }: LaneState): string {
  const name = label === '' ? provider : `${provider}, ${label}`;
  const from = since?.toISOString() ?? '';
  return `CLOSED  ${oneLine(name)}: ${problem} since ${from}, tried again at ${until?.toISOString() ?? ''}`;
}

/** The provider charges for the question, so that it counts for the daily cap. */
async function countCost(
  { database, catalogue, now }: ModelPlatform,
  result: UpstreamCheck,
): Promise<void> {
  const price = tokenPriceOf(result.upstream, dayOf(now()), catalogue.prices);
  if (!result.answered || !result.tokens || !price) return;
  const micros = costOf(price, result.tokens);
  await addSpending(database.query, providerOf(result.upstream), micros, now());
}

function sentenceOf(result: UpstreamCheck): string {
  const name = `${oneLine(result.upstream)} (${result.models.join(', ')})`;
  if (!result.answered) return `FAILED  ${name}: ${result.reason}, ${oneLine(result.message)}`;
  const { firstTextMilliseconds, milliseconds } = result;
  const first =
    firstTextMilliseconds === null ? 'no text' : `first text ${firstTextMilliseconds} ms`;
  return `ok      ${name}: ${first}, whole answer ${milliseconds} ms`;
}
