import { randomInt } from 'node:crypto';
import { type ContactTopic, contactReferenceLetters } from '#domain/support/contact.ts';
import type { Language } from '#domain/languages/languages.ts';
import type { Context } from '#server/context.ts';
import { supportRequest } from '#server/db/schema/support.ts';
import { AppError } from '#server/errors.ts';
import { type Use, networkUses, takePoints } from '#server/services/limits/takePoints.ts';
import { readTier } from '#server/services/plans/readTier.ts';
import { supportLimits } from '#server/services/limits/limits.ts';

export type SupportMessage = {
  email: string;
  topic: ContactTopic;
  message: string;
  about: string;
  language: Language;
};

/**
 * Stores a message to the operator, which a job mails, and returns its reference. Throws `not_found` when the operator
 * has no address, and `too_many_requests` with `retry_seconds`.
 */
export async function sendRequest(
  context: Context,
  { email, topic, message, about, language }: SupportMessage,
): Promise<{ reference: string }> {
  const { actor, config, database, now } = context;
  if (config.operator.supportEmail === undefined) {
    throw new AppError('not_found', 'This site has no contact form');
  }
  await takePoints(context, usesOf(context));
  const userId = actor.kind === 'user' ? actor.userId : null;
  const reference = newReference();
  await database.query.insert(supportRequest).values({
    reference,
    userId,
    tier: userId === null ? 'free' : await readTier(database.query, userId, now()),
    email: email.trim(),
    topic,
    about: about.trim() || null,
    message: message.trim(),
    language,
    created: now(),
  });
  return { reference };
}

function usesOf({ actor }: Context): Use[] {
  const { network, user, all } = supportLimits;
  return [
    ...networkUses(network, actor.address),
    ...(actor.kind === 'user' ? [{ limit: user, by: actor.userId }] : []),
    { limit: all, by: 'all' },
  ];
}

function newReference(): string {
  const letters = Array.from(
    { length: 8 },
    () => contactReferenceLetters[randomInt(contactReferenceLetters.length)],
  ).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
