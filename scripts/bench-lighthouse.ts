import { Command, InvalidArgumentError } from 'commander';
import { pages } from '../tests/bench/bench.ts';
import { categories, scorePages } from '../tests/bench/lighthouse.ts';
import { withProduct } from '../tests/setup/product.ts';

/** `npm run bench:lighthouse`: the scores of the pages with a budget, as Lighthouse’s mobile preset gives them. */
const { url, json, runs } = new Command('bench:lighthouse')
  .description('Scores home, a GPT and a ranking with Lighthouse’s mobile preset.')
  .option('--url <address>', 'score a running server instead of one started for this')
  .option('--runs <number>', 'runs of each page', toCount, 3)
  .option('--json', 'print JSON')
  .parse()
  .opts<{ url?: string; json?: true; runs: number }>();

/** What every one of them should reach. */
const wanted = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 };

const progress = (line: string) => console.error(line);
const scored = await withProduct({ url, progress }, (product) => {
  const budgeted = pages.filter(({ kind }) => kind === 'budgeted');
  return scorePages(
    budgeted.map(({ name, path }) => ({ name, url: new URL(path, product.url).href })),
    runs,
  );
});
if (json) console.log(JSON.stringify(scored, null, 2));
else {
  for (const { name, scores, findings } of scored) {
    console.log(`${name}: ${categories.map((one) => `${one} ${scores[one]}`).join(', ')}`);
    for (const finding of findings) console.log(`  ${finding}`);
  }
}
const isMissed = scored.some(({ scores }) => categories.some((one) => scores[one] < wanted[one]));
process.exitCode = isMissed ? 1 : 0;

function toCount(value: string): number {
  const count = Number(value);
  if (Number.isInteger(count) && count >= 1 && count <= 20) return count;
  throw new InvalidArgumentError('It must be a whole number from 1 to 20.');
}
