import { Command } from 'commander';
import { categoryPath } from '#domain/gpts/gptPaths.ts';
import { helpPath } from '#domain/help/helpPaths.ts';
import { pages } from '../tests/bench/bench.ts';
import { categories, scorePages } from '../tests/bench/lighthouse.ts';
import { addUse } from '../tests/bench/usedCatalogue.ts';
import { untilCompressedAgain, withProduct } from '../tests/setup/product.ts';
import { numberTo, progress } from './benchCommand.ts';

/** `npm run bench:lighthouse`: the scores of pages whose rankings are full, with Lighthouse’s mobile preset. */
const { url, json, runs } = new Command('bench:lighthouse')
  .description('Scores a page of each kind with Lighthouse’s mobile preset.')
  .option('--url <address>', 'score a running server instead of one started for this')
  .option('--runs <number>', 'runs of each page', numberTo(20), 3)
  .option('--json', 'print JSON')
  .parse()
  .opts<{ url?: string; json?: true; runs: number }>();

/** The scores that every page should reach. */
const goals = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 };

const scoredPages = [
  ...pages.filter(({ name }) => name !== '404'),
  { name: 'category', path: categoryPath('en', 'writing') },
  { name: 'help', path: helpPath('en', 'what-credits-buy') },
];

const scored = await withProduct({ url, progress }, async (product) => {
  if (product.dataDir !== undefined) {
    progress('Adding a history, and publishing its rankings');
    await addUse(product.dataDir);
  }
  progress('Waiting until pages are as small as they are served when the server is idle');
  await untilCompressedAgain(product);
  return scorePages(
    scoredPages.map(({ name, path }) => ({ name, url: new URL(path, product.url).href })),
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
const isMissed = scored.some(({ scores }) => categories.some((one) => scores[one] < goals[one]));
process.exitCode = isMissed ? 1 : 0;
