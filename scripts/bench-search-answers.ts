import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import {
  type Faithfulness,
  type Share,
  measureFaithfulness,
} from '../tests/bench/searchAnswers/faithfulness.ts';
import { runBench } from '../tests/bench/searchAnswers/run.ts';

const { json } = new Command('bench:search-answers')
  .description(
    'Measures how faithful AI search is to its sources, on a local web of made-up pages.',
  )
  .option('--json <file>', 'write all figures to a file, or with - to standard output')
  .parse()
  .opts<{ json?: string }>();

const { answers, texts } = await runBench();
const measured = measureFaithfulness(answers, texts);
const text = JSON.stringify({ measured, answers }, null, 2);
console.log(json === '-' ? text : tableOf(measured));
if (json !== undefined && json !== '-') await writeFile(json, `${text}\n`);
console.error(
  'The sandbox answered: it quotes sentences of the passages, and so cannot say what they do not. This measures search, ' +
    'reading, ranking and the checks. A real model writes by itself: expect fewer supported sentences, and more marks.',
);
const isWrong = measured.some(({ verbatim }) => verbatim.good < verbatim.all);
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
