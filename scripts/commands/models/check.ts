import type { Command } from 'commander';
import {
  type Checkable,
  type UpstreamCheck,
  checkUpstream,
  checkableUpstreams,
} from '#server/services/models/checkUpstreams.ts';
import { oneLine } from '../terminal.ts';
import { withModels } from './means.ts';

type Options = { yes: boolean; json: boolean };

export function addModelCheckCommand(models: Command): void {
  models
    .command('check')
    .description(
      'ask every upstream one tiny question, which may cost money there; ends with status 1 when one fails',
    )
    .option('--yes', 'ask; without it, only say who would be asked', false)
    .option('--json', 'as JSON', false)
    .action(check);
}

async function check({ yes, json }: Options): Promise<void> {
  await withModels(async (operator) => {
    const upstreams = checkableUpstreams(operator).filter(({ route }) => !route.sandbox);
    if (upstreams.length === 0) {
      console.error('No model provider is connected here: there is nobody to ask.');
      process.exitCode = 1;
    } else if (yes) {
      await ask(upstreams, json);
    } else {
      console.log('One tiny question each, which may cost a fraction of a cent, would go to');
      for (const { upstream, models } of upstreams) {
        console.log(`  ${oneLine(upstream)} (${models.map(({ id }) => id).join(', ')})`);
      }
      console.log('Say --yes to ask them.');
    }
  });
}

async function ask(upstreams: readonly Checkable[], json: boolean): Promise<void> {
  const results: UpstreamCheck[] = [];
  for (const upstream of upstreams) {
    const result = await checkUpstream(upstream);
    results.push(result);
    if (!result.answered) process.exitCode = 1;
    if (!json) console.log(sentenceOf(result));
  }
  if (json) console.log(JSON.stringify(results, null, 2));
}

function sentenceOf(result: UpstreamCheck): string {
  const name = `${oneLine(result.upstream)} (${result.models.join(', ')})`;
  if (!result.answered) return `FAILED  ${name}: ${result.reason}, ${oneLine(result.message)}`;
  const { firstTextMilliseconds, milliseconds } = result;
  const first =
    firstTextMilliseconds === null ? 'no text' : `first text ${firstTextMilliseconds} ms`;
  return `ok      ${name}: ${first}, whole answer ${milliseconds} ms`;
}
