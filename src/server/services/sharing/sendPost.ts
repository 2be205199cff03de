import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { eq } from 'drizzle-orm';
import type { Language } from '#domain/languages.ts';
import { normalisePostLink, postLinkMaxCharacters } from '#domain/postLinks.ts';
import { screenshotMaxBytes } from '#domain/sharing.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { AppError } from '#server/errors.ts';
import { sharingLimits, uploadLimits } from '#server/services/limits/limits.ts';
import { receive } from '#server/services/attachments/receive.ts';
import { tooLarge, unreadable } from '#server/services/attachments/refusals.ts';
import { mailboxHash } from '#server/services/discounts/codes.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';
import {
  hastenRemoval,
  noteRemoval,
  takeRemovalBack,
} from '#server/services/media/mediaRemovals.ts';
import { requireEvent } from '#server/services/sharing/event.ts';
import { screenshotKey } from '#server/services/sharing/screenshotKey.ts';
import { type NewPost, storePost } from '#server/services/sharing/storePost.ts';

export type SentPost = {
  link: string | undefined;
  language: Language;
  screenshot?: { body: ReadableStream<Uint8Array>; announced: number | undefined } | undefined;
};

/**
 * Takes the address of the acting user's post, a screenshot of it, or both, while an event runs. A picture is made anew by
 * the process that reads attachments. Throws `not_signed_in`, `sharing_ended`, `sharing_link` for what is no public
 * https address, `sharing_sent`, `sharing_rewarded`, `too_many_requests`, and what `refusals.ts` says of the file.
 */
export async function sendPost(context: Context, sent: SentPost): Promise<void> {
  const userId = signedInUser(context);
  const event = requireEvent(context);
  const link = readLink(sent.link);
  await takePoints(context, [{ limit: sharingLimits.send, by: userId }]);
  const [user] = await context.database.query
    .select({ email: appUser.email })
    .from(appUser)
    .where(eq(appUser.id, userId));
  if (!user) throw new AppError('not_signed_in', 'Sign in first');
  const { language } = sent;
  const mailbox = mailboxHash(context.config.secret, user.email);
  const post = { userId, event, mailboxHash: mailbox, language, link };
  if (sent.screenshot) return sendWithScreenshot(context, post, sent.screenshot);
  if (link === null) throw new AppError('sharing_link', 'Send the address of the post');
  await context.database.transaction((transaction) =>
    storePost(context, transaction, { ...post, picture: null }),
  );
}

function readLink(typed: string | undefined): string | null {
  if (typed === undefined || typed.trim() === '') return null;
  const link = normalisePostLink(typed);
  if (link !== undefined) return link;
  const rule = `a public https:// address of at most ${postLinkMaxCharacters} characters`;
  throw new AppError('sharing_link', `link: must be ${rule}`);
}

async function sendWithScreenshot(
  context: Context,
  post: Omit<NewPost, 'picture'>,
  { body, announced }: NonNullable<SentPost['screenshot']>,
): Promise<void> {
  const { userId } = post;
  if ((announced ?? 0) > screenshotMaxBytes) throw tooLarge(screenshotMaxBytes);
  await context.uploads.take(userId, async (input) => {
    await takePoints(context, [{ limit: uploadLimits.files, by: userId }]);
    const { type, size } = await receive(body, input, screenshotMaxBytes);
    const points = Math.ceil(size / 1_000);
    await takePoints(context, [{ limit: uploadLimits.kilobytes, by: userId, points }]);
    if (type === 'pdf' || type === 'text') throw unreadable({ rule: 'type' });
    const task = { type, input, output: `${input}.kept`, text: `${input}.text` };
    const reading = await context.uploads.read(task);
    if (reading.kind === 'unreadable') throw unreadable(reading.why);
    const { file } = reading;
    const path = file.file === 'input' ? task.input : task.output;
    await keep(context, post, { path, type: file.type, digest: await digestOf(input) });
  });
}

/** First the note that the file may have to go, then the file, then its row: an end in between leaves the note. */
async function keep(
  context: Context,
  post: Omit<NewPost, 'picture'>,
  { path, type, digest }: { path: string; type: string; digest: string },
): Promise<void> {
  const { database, media } = context;
  const id = randomUUID();
  const key = screenshotKey(id);
  await noteRemoval(database.query, key);
  try {
    await media.put(key, createReadStream(path), type);
    await database.transaction(async (transaction) => {
      if (!(await takeRemovalBack(transaction, key))) {
        throw new AppError('unavailable', 'The upload took too long, try again');
      }
      await storePost(context, transaction, { ...post, picture: { id, digest } });
    });
  } catch (error) {
    await hastenRemoval(database.query, key).catch(() => undefined);
    throw error;
  }
}

/** Of the file as it was sent: the same screenshot again has the same. */
async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
