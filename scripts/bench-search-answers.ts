import { Command } from 'commander';
import {
  type Faithfulness,
  type Share,
  measureFaithfulness,
} from '../tests/bench/searchAnswers/faithfulness.ts';
import { runBench } from '../tests/bench/searchAnswers/run.ts';
import { jsonOption, printReport } from './benchCommand.ts';

const { json } = new Command('bench:search-answers')
  .description(
    'Measures how faithful AI search is to its sources, on a local web of made-up pages.',
  )
  .option(...jsonOption)
  .parse()
  .opts<{ json?: string }>();

const { answers, texts } = await runBench();
const reports = measureFaithfulness(answers, texts);
await printReport(json, { reports, answers }, tableOf(reports));
console.error(
  'The sandbox answered. It only quotes sentences of the sources, so this measures search, reading, ranking and the ' +
    'checks. With a real model expect fewer supported sentences and more marks.',
);
const isWrong = reports.some(({ verbatim }) => verbatim.good < verbatim.all);
if (isWrong) process.exitCode = 1;

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

function shareOf({ good, all }: Share): string {
  const percent = all === 0 ? '–' : `${Math.round((good / all) * 100)} %`;
  return `${percent} (${good} of ${all})`;
}
