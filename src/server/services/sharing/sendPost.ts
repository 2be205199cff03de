import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Language } from '#domain/languages/languages.ts';
import { normalisePostLink, postLinkMaxCharacters } from '#domain/sharing/postLinks.ts';
import { screenshotMaxBytes } from '#domain/sharing/sharing.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { findUser } from '#server/services/users/findUser.ts';
import { sharingLimits } from '#server/services/limits/limits.ts';
import {
  type UploadBody,
  readUpload,
  refuseAnnouncedSize,
} from '#server/services/files/readUpload.ts';
import { mailboxHash } from '#server/services/orders/discounts/discountCodes.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';
import { storeFile } from '#server/services/files/storeFile.ts';
import { requireEvent } from '#server/services/sharing/event.ts';
import { screenshotKey } from '#server/services/sharing/screenshotKey.ts';
import { type NewPost, storePost } from '#server/services/sharing/storePost.ts';

export type SentPost = {
  link: string | undefined;
  language: Language;
  screenshot?: UploadBody | undefined;
};

/**
 * Stores the address of the acting user's post, a screenshot of it, or both, while an event runs. The process that
 * reads attachments encodes the picture again. Throws `not_signed_in`, `sharing_ended`, `sharing_link` for anything but
 * a public https address, `sharing_sent`, `sharing_rewarded`, `too_many_requests`, and the errors of `refusals.ts`.
 */
export async function sendPost(context: Context, sent: SentPost): Promise<void> {
  const userId = signedInUser(context);
  const event = requireEvent(context);
  const link = readLink(sent.link);
  await takePoints(context, [{ limit: sharingLimits.send, by: userId }]);
  const user = await findUser(context.database.query, userId);
  if (!user) throw new AppError('not_signed_in', 'Sign in first');
  const { language } = sent;
  const mailbox = mailboxHash(context.config.secret, user.email);
  const post = { userId, event, mailboxHash: mailbox, language, link };
  if (sent.screenshot) return sendWithScreenshot(context, post, sent.screenshot);
  if (link === null) throw new AppError('sharing_link', 'Send the address of the post');
  await context.database.transaction((transaction) =>
    storePost(transaction, context, { ...post, picture: null }),
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
  screenshot: UploadBody,
): Promise<void> {
  const { userId } = post;
  refuseAnnouncedSize(screenshot, screenshotMaxBytes);
  await context.uploads.take(userId, async (input) => {
    const options = { mostBytes: screenshotMaxBytes, isPicture: true } as const;
    const { path, type } = await readUpload(context, userId, input, screenshot, options);
    const picture = { id: randomUUID(), digest: await digestOf(input) };
    const file = { key: screenshotKey(picture.id), path, type };
    await storeFile(context, file, (transaction) =>
      storePost(transaction, context, { ...post, picture }),
    );
  });
}

/** Returns the digest of the uploaded file. The same screenshot always has the same digest. */
async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
