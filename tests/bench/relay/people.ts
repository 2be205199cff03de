import { randomUUID } from 'node:crypto';
import type { Database } from '#server/db/connect.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { creditBalance } from '#server/db/schema/credits.ts';
import { grantCredits } from '#server/services/credits/grant.ts';
import { startSession } from '#server/services/login/session.ts';

/** A signed-in user with credits. */
export type Person = { cookie: string };

/** Makes as many signed-in users, with credits for all questions to come. */
export async function makePeople(database: Database, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let index = 0; index < count; index += 1) {
    people.push({ cookie: await database.transaction((transaction) => makePerson(transaction)) });
  }
  return people;
}

async function makePerson(transaction: Database['query']): Promise<string> {
  const [user] = await transaction
    .insert(appUser)
    .values({ email: `${randomUUID()}@example.org`, name: 'User 0001' })
    .returning({ id: appUser.id });
  if (!user) throw new Error('The user was not stored');
  await transaction.insert(creditBalance).values({ userId: user.id });
  await grantCredits(transaction, {
    userId: user.id,
    amount: 1_000_000,
    source: { type: 'start', id: user.id },
    reason: 'starting_grant',
    product: null,
    ends: null,
  });
  const token = await startSession(transaction, user.id, new Date());
  return `session=${token}; user_id=${user.id}`;
}
