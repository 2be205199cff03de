import { Command, Option } from 'commander';
import {
  type Faithfulness,
  type Share,
  measureFaithfulness,
} from '../tests/bench/searchAnswers/faithfulness.ts';
import { runBench } from '../tests/bench/searchAnswers/run.ts';
import {
  type SiteReport,
  type SiteResult,
  askSite,
  measureSite,
} from '../tests/bench/searchAnswers/siteQuestions.ts';
import { jsonOption, printReport } from './benchCommand.ts';

const parts = ['web', 'site'] as const;

/**
 * The least share of questions to this site that are answered, and of questions about other subjects that are refused.
 */
const leastOfSite = 0.9;

const { json, only } = new Command('bench:search-answers')
  .description(
    'Measures how faithful AI search is to its sources, on a local web of made-up pages, and what it finds on this site.',
  )
  .addOption(new Option('--only <part>', 'the web or this site').choices(parts))
  .option(...jsonOption)
  .parse()
  .opts<{ json?: string; only?: (typeof parts)[number] }>();

const web = only === 'site' ? undefined : await measureWeb();
const site = only === 'web' ? undefined : await measureQuestions();
const tables = [web && tableOf(web.reports), site && siteTableOf(site.reports, site.results)];
await printReport(
  json,
  { ...web, site },
  tables.filter((table) => table !== undefined).join('\n\n'),
);
console.error(
  'The sandbox answered. It only quotes sentences of the sources, so this measures search, reading, ranking and the ' +
    'checks. With a real model expect fewer supported sentences and more marks.',
);
const isUnfaithful = web?.reports.some(({ verbatim }) => verbatim.good < verbatim.all);
const all = site?.reports.at(-1);
const isMissed =
  all && [all.hits, all.refused].some(({ good, all: of }) => good < of * leastOfSite);
if (isUnfaithful || isMissed) process.exitCode = 1;

async function measureWeb() {
  const { answers, texts } = await runBench();
  return { reports: measureFaithfulness(answers, texts), answers };
}

async function measureQuestions() {
  const results = await askSite();
  return { reports: measureSite(results), results };
}

function tableOf(rows: readonly Faithfulness[]): string {
  return [
    '| Language | Quotes verbatim | Sentences supported | Right answers | Rightly "no good source" | Marked |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ language, verbatim, supported, right, refused, marked }) =>
        `| ${[language, ...[verbatim, supported, right, refused].map(shareOf), marked].join(' | ')} |`,
    ),
  ].join('\n');
}

function siteTableOf(rows: readonly SiteReport[], results: readonly SiteResult[]): string {
  const misses = results.filter(({ isRight }) => !isRight);
  return [
    '| Language | Questions to this site that find what is accepted | Questions about the world refused, free |',
    '| --- | --- | --- |',
    ...rows.map(
      ({ language, hits, refused }) => `| ${language} | ${shareOf(hits)} | ${shareOf(refused)} |`,
    ),
    ...misses.map(({ question, found }) => `missed: ${question} → ${found.join(', ')}`),
  ].join('\n');
}

function shareOf({ good, all }: Share): string {
  const percent = all === 0 ? '–' : `${Math.round((good / all) * 100)} %`;
  return `${percent} (${good} of ${all})`;
}
