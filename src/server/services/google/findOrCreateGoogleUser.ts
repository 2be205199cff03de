import { type SQL, and, eq, sql } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { appUser, identity } from '#server/db/schema/accounts.ts';
import type { GoogleIdentity } from '#server/gateways/google/google.ts';
import { type NewUser, findOrCreateUser } from '#server/services/login/findOrCreateUser.ts';

type Person = Pick<GoogleIdentity, 'issuer' | 'subject'> & {
  /** Verified by Google, and normalised. */
  email: string;
};

/**
 * Returns the account of a person at Google: the one of an earlier sign-in, whatever their address is now, or else the
 * one of their address, which is created when there is none.
 */
export async function findOrCreateGoogleUser(
  transaction: Executor,
  context: Context,
  person: Person,
  opening: Pick<NewUser, 'language' | 'invitationHash'>,
): Promise<{ userId: string; isNew: boolean }> {
  const known = await findUser(transaction, person);
  if (known !== undefined) return { userId: known, isNew: false };
  const account = await findOrCreateUser(transaction, context, {
    email: person.email,
    ...opening,
  });
  const { issuer, subject } = person;
  // A parallel first sign-in of the same person waits here for the commit of the other one, whose account counts.
  const linked = await transaction
    .insert(identity)
    .values({ issuer, subject, userId: account.userId })
    .onConflictDoNothing()
    .returning({ userId: identity.userId });
  if (linked.length === 1) return account;
  const first = await findUser(transaction, person);
  if (first === undefined) throw new Error('The identity was neither found nor stored');
  return { userId: first, isNew: false };
}

async function findUser(
  transaction: Executor,
  { issuer, subject }: Person,
): Promise<string | undefined> {
  const [found] = await transaction
    .select({ userId: identity.userId })
    .from(identity)
    .innerJoin(appUser, eq(appUser.id, identity.userId))
    .where(and(eq(identity.issuer, issuer), eq(identity.subject, subject), isNotErased()))
    // Keeps the account from being deleted while its session is being stored.
    .for('key share', { of: appUser });
  return found?.userId;
}

/** When a deletion commits meanwhile, PostgreSQL reads only the locked row of the user again, and not the identity. */
function isNotErased(): SQL {
  return sql`${appUser.email} <> 'deleted:' || ${appUser.id}`;
}
