import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { type RefusalReason, openPostState, refusalReasons } from '#domain/sharing/sharing.ts';
import type { CorePlatform } from '#server/context.ts';
import { createMediaStore } from '#server/gateways/storage/media.ts';
import {
  type PostToReview,
  findPost,
  listPosts,
  readScreenshot,
} from '#server/services/sharing/posts.ts';
import { acceptPost, refusePost } from '#server/services/sharing/reviewPost.ts';
import { listedNumber, reasonOption, wholeNumber, words } from './arguments.ts';
import { asOperator, withMail } from './operator.ts';
import { printResult } from './output.ts';
import { oneLine, printFacts } from './terminal.ts';

const postNumber = listedNumber('post', 'sharing list');

export function addSharingCommands(program: Command): void {
  const sharing = program.command('sharing').description('Posts of the sharing plan');
  sharing
    .command('list')
    .description('list posts that wait for a review, the longest waiting first')
    .option('--all', 'include reviewed posts, newest first', false)
    .option('--limit <number>', 'how many', wholeNumber('limit'), 50)
    .action(printPosts);
  sharing
    .command('show')
    .argument('<post>', 'the number that the list shows', postNumber)
    .description('show a post')
    .option('--save <file>', 'write its screenshot to a new file')
    .action(show);
  sharing
    .command('accept')
    .argument('<post>', 'the number that the list shows', postNumber)
    .description('accept a post: its sender gets a discount code by mail')
    .option(
      '--percent <number>',
      'the discount of the code, if it is higher',
      wholeNumber('percent'),
    )
    .option(...reasonOption)
    .action(async (id: number, { percent }: { percent?: number }) => {
      const isMailed = await withMail((operator) => acceptPost(operator, id, percent));
      printResult({ post: id, state: 'accepted', isMailed }, () => {
        console.log(`Accepted. ${mailSentence(isMailed)}`);
      });
    });
  sharing
    .command('refuse')
    .argument('<post>', 'the number that the list shows', postNumber)
    .description('refuse a post, and mail its sender why')
    .addOption(
      new Option('--reason <reason>', 'why, which the sender reads in their language')
        .choices([...refusalReasons])
        .makeOptionMandatory(),
    )
    .option('--note <text>', 'more words for the sender', words('note'))
    .action(async (id: number, { reason, note }: { reason: RefusalReason; note?: string }) => {
      const isMailed = await withMail((operator) => refusePost(operator, id, reason, note ?? null));
      printResult({ post: id, state: 'refused', isMailed }, () => {
        console.log(`Refused. ${mailSentence(isMailed)}`);
      });
    });
}

async function printPosts(options: { all: boolean; limit: number }): Promise<void> {
  const { posts, now } = await asOperator(async (operator) => ({
    posts: await listPosts(operator, options),
    now: operator.now(),
  }));
  printResult(posts, () => {
    if (posts.length === 0) console.log(`There are no posts${options.all ? '' : ' to review'}.`);
    printPostLines(posts, now);
  });
}

function printPostLines(posts: readonly PostToReview[], now: Date): void {
  for (const post of posts) {
    const what = post.link === null ? 'screenshot' : oneLine(post.link);
    const parts = [
      String(post.id),
      minute(post.sent),
      stateOf(post, now),
      oneLine(post.email),
      what,
    ];
    console.log(parts.join('  '));
  }
}

/** Returns the state of a post, in capitals if its review is overdue. */
function stateOf(post: PostToReview, now: Date): string {
  if (post.state !== 'open') return post.state;
  if (openPostState(post, now) === 'submitted') return `review from ${minute(post.reviewable)}`;
  return post.due < now ? `OVERDUE since ${minute(post.due)}` : `review until ${minute(post.due)}`;
}

async function show(id: number, { save }: { save?: string }): Promise<void> {
  const { post, now } = await asOperator(async (operator) => {
    const found = await findPost(operator, id);
    if (save !== undefined) await saveScreenshot(operator, id, save);
    return { post: found, now: operator.now() };
  });
  printResult(post, () => printPost(post, now, save));
}

function printPost(
  post: Awaited<ReturnType<typeof findPost>>,
  now: Date,
  save: string | undefined,
): void {
  printFacts({
    Post: String(post.id),
    From: oneLine(post.email),
    Account: post.userId,
    Event: post.event,
    Address: post.link === null ? null : oneLine(post.link),
    Screenshot: post.pictureId === null ? null : (save ?? 'yes: --save FILE writes it'),
    'Other posts with the same': post.same === 0 ? null : String(post.same),
    Sent: minute(post.sent),
    State: stateOf(post, now),
    Reviewed: post.reviewed && minute(post.reviewed),
    Reason: post.reason,
    Note: post.note === null ? null : oneLine(post.note),
  });
}

async function saveScreenshot(operator: CorePlatform, id: number, file: string): Promise<void> {
  const media = createMediaStore(operator.config);
  const content = await readScreenshot({ ...operator, media }, id);
  await pipeline(Readable.fromWeb(content as never), createWriteStream(file, { flags: 'wx' }));
}

function mailSentence(isMailed: boolean): string {
  return isMailed
    ? 'The sender was mailed.'
    : 'The mail could not be sent: the sender reads the outcome on the sharing page.';
}

function minute(instant: Date): string {
  return instant.toISOString().slice(0, 16).replace('T', ' ');
}
