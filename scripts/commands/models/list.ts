import type { Command } from 'commander';
import { type ModelDescription, describeModels } from '#server/services/models/describeModels.ts';
import { printResult } from '../output.ts';
import { oneLine } from '../terminal.ts';
import { withModels } from './withModels.ts';

export function addModelListCommand(models: Command): void {
  models
    .command('list')
    .description('list the catalogue: prices, providers with their fallbacks, and recent results')
    .action(list);
}

async function list(): Promise<void> {
  printResult(await withModels(describeModels), (described) => {
    for (const [index, model] of described.entries()) print(index + 1, model);
  });
}

function print(place: number, model: ModelDescription): void {
  const { id, title, group, price, health, upstreams, retired } = model;
  const credits = price === 1 ? '1 credit' : `${price} credits`;
  const marks = [
    ...(model.hidden ? ['hidden'] : []),
    ...(model.shipped ? [] : ['added here']),
    ...(health === null ? [] : [health]),
  ];
  console.log([`${place}.`, id, oneLine(title), group, credits, ...marks].join('  '));
  console.log(`    ${answersOf(model, upstreams)}`);
  if (retired) console.log(`    ${retirementOf(retired)}`);
  if (model.outcomes) console.log(`    ${outcomesOf(model.outcomes)}`);
  if (model.alternative !== null) console.log(`    offered instead: ${model.alternative}`);
}

function answersOf(
  { kind, mapped, closed }: ModelDescription,
  upstreams: readonly string[],
): string {
  const [first, ...others] = upstreams.map(oneLine);
  if (closed !== null) return `closed: its provider shut it down on ${closed}`;
  if (first === undefined) {
    return kind === 'text' ? 'nobody answers: no provider is connected' : 'not available yet';
  }
  const behind = others.length === 0 ? '' : `, and when it fails ${others.join(', ')}`;
  return `${first} answers${mapped ? ' (you chose it)' : ''}${behind}`;
}

function retirementOf({ day, successor }: NonNullable<ModelDescription['retired']>): string {
  const isOver = day <= new Date().toISOString().slice(0, 10);
  const who = successor === null ? 'nobody' : oneLine(successor);
  return isOver
    ? `shut down by its provider on ${day}: ${who} answers in its place, and the tip says so`
    : `will be shut down by its provider on ${day}: ${who} will answer then`;
}

function outcomesOf({
  answers,
  failed,
  firstTextMilliseconds,
}: NonNullable<ModelDescription['outcomes']>): string {
  const wait =
    firstTextMilliseconds === null
      ? ''
      : `, first text after ${(firstTextMilliseconds / 1_000).toFixed(1)} s`;
  return `answers in the last quarter of an hour: ${answers}, failed: ${failed}${wait}`;
}
