import { desc, eq } from 'drizzle-orm';
import { type ContactState, type ContactTopic, contactState } from '#domain/support/contact.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { supportRequest } from '#server/db/schema/support.ts';

/** The most listed messages. A user can send ten a day, and each is deleted after half a year. */
const mostListed = 100;

export type OwnRequest = {
  reference: string;
  topic: ContactTopic;
  state: ContactState;
  created: string;
  answered: string | null;
};

/** Returns the messages that the acting user sent while signed in, newest first. */
export async function listOwnRequests(context: Context): Promise<{ items: OwnRequest[] }> {
  const found = await context.database.query
    .select()
    .from(supportRequest)
    .where(eq(supportRequest.userId, signedInUser(context)))
    .orderBy(desc(supportRequest.created))
    .limit(mostListed);
  const items = found.map(({ reference, topic, created, ...times }) => ({
    reference,
    topic,
    state: contactState(times),
    created: created.toISOString(),
    answered: times.answered?.toISOString() ?? null,
  }));
  return { items };
}
