import type { Command } from 'commander';
import { highestRating } from '#domain/reviews/reviews.ts';
import { browseReviews } from '#server/services/reviews/browseReviews.ts';
import { hideReview, showReview } from '#server/services/reviews/hideReview.ts';
import { closeReport, listReports } from '#server/services/reports/reports.ts';
import { verifyReviews } from '#server/services/reviews/verifyReviews.ts';
import { listedId, reasonOption, wholeNumber, words } from './arguments.ts';
import { type PublishOption, requestPublish, withPublishOption } from './publishOption.ts';
import { asOperator } from './operator.ts';
import { printResult } from './output.ts';
import { oneLine, pasteable } from './terminal.ts';

export function addReviewsCommands(program: Command): void {
  const reviews = program.command('reviews').description('Ratings and reviews of GPTs');
  reviews
    .command('list')
    .description('list the newest ratings and reviews, hidden ones included')
    .option('--gpt <id>', 'only of this GPT')
    .option('--limit <number>', 'how many', wholeNumber('limit'), 50)
    .action(printReviews);
  withPublishOption(reviews.command('hide'))
    .argument('<id>', 'as the list names it', listedId)
    .description('hide a review, exclude it from the average, and close reports about it')
    .requiredOption(...reasonOption)
    .action(hide);
  withPublishOption(reviews.command('show'))
    .argument('<id>', 'as the list names it', listedId)
    .description('show and count a hidden review again')
    .action(show);
  reviews
    .command('verify')
    .description(
      'compare the stored sums of each GPT with its reviews; exits with status 1 if one is wrong',
    )
    .action(verify);
}

export function addReportsCommands(program: Command): void {
  const reports = program.command('reports').description('What users reported');
  reports
    .command('list')
    .description('list open reports, oldest first')
    .option('--all', 'include closed reports', false)
    .option('--limit <number>', 'how many', wholeNumber('limit'), 50)
    .action(printReports);
  reports
    .command('close')
    .argument('<id>', 'as the list names it', listedId)
    .description('close a report')
    .requiredOption('--note <text>', 'what became of it, for the record', words('note'))
    .action(async (id: string, { note }: { note: string }) => {
      await asOperator((operator) => closeReport(operator, id, note));
      printResult({ report: id, note }, () => console.log('Closed.'));
    });
}

async function printReviews({ gpt, limit }: { gpt?: string; limit: number }): Promise<void> {
  printResult(
    await asOperator((operator) => browseReviews(operator, { gptId: gpt, limit })),
    printReviewLines,
  );
}

function printReviewLines(found: Awaited<ReturnType<typeof browseReviews>>): void {
  if (found.length === 0) console.log('There are no reviews.');
  for (const { id, gptId, name, rating, text, hidden, updated } of found) {
    const stars = '★'.repeat(rating) + '☆'.repeat(highestRating - rating);
    const parts = [id, dayOf(updated), stars, pasteable(gptId), `by ${oneLine(name)}`];
    console.log([...parts, ...(hidden ? [`hidden ${dayOf(hidden)}`] : [])].join('  '));
    if (text !== null) console.log(`  ${oneLine(text)}`);
  }
}

async function printReports({ all, limit }: { all: boolean; limit: number }): Promise<void> {
  const found = await asOperator((operator) => listReports(operator, { all, limit }));
  printResult(found, () => {
    if (found.length === 0)
      console.log(all ? 'There are no reports.' : 'There are no open reports.');
    printReportLines(found);
  });
}

function printReportLines(found: Awaited<ReturnType<typeof listReports>>): void {
  for (const { id, type, subjectId, reason, details, handled, created, subject } of found) {
    const parts = [id, dayOf(created), reason, type, pasteable(subjectId)];
    console.log([...parts, ...(handled ? [`closed ${dayOf(handled)}`] : [])].join('  '));
    console.log(`  about: ${subject === null ? 'no longer there' : oneLine(subject)}`);
    if (details !== null) console.log(`  says: ${oneLine(details)}`);
  }
}

async function hide(id: string, options: PublishOption & { reason: string }): Promise<void> {
  await asOperator(async (operator) => {
    const { closedReports } = await hideReview(operator, id, options.reason);
    printResult({ review: id, closedReports }, () => {
      console.log(`Hidden. Reports about it that this closed: ${closedReports}.`);
    });
    console.log(await requestPublish(operator, 'reviews hide', options));
  });
}

async function show(id: string, options: PublishOption): Promise<void> {
  await asOperator(async (operator) => {
    const outcome = await showReview(operator, id);
    printResult({ review: id, outcome }, () => {
      console.log(
        outcome === 'withdrawn'
          ? 'Its author took it back meanwhile: there is nothing left to show.'
          : 'Shown again.',
      );
    });
    if (outcome !== 'withdrawn')
      console.log(await requestPublish(operator, 'reviews show', options));
  });
}

async function verify(): Promise<void> {
  const broken = await asOperator(verifyReviews);
  if (broken.length > 0) process.exitCode = 1;
  printResult(broken, printBroken);
}

function printBroken(broken: Awaited<ReturnType<typeof verifyReviews>>): void {
  if (broken.length === 0) console.log('The sums of every GPT are those of its reviews.');
  for (const { id, kept, real } of broken) {
    const named = ([sum, ratings, reviews]: readonly number[]) =>
      `ratings: ${ratings}, stars: ${sum}, with a text: ${reviews}`;
    console.error(`Wrong: ${pasteable(id)} has ${named(kept)}; its reviews have ${named(real)}`);
  }
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
