import { eq } from 'drizzle-orm';
import type { User } from '#contract/account/account.ts';
import type { Language } from '#domain/languages/languages.ts';
import { cleanName } from '#domain/account/profile.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { review } from '#server/db/schema/gpts.ts';
import { getAccount } from '#server/services/users/getAccount.ts';
import { publishReviewsSoon } from '#server/services/publishRequests/requestPublish.ts';

/**
 * Changes the name of the acting user, which pages show next to reviews soon after, or the language of mails. Throws
 * `not_signed_in`.
 */
export async function changeAccount(
  context: Context,
  { name, language }: { name?: string | undefined; language?: Language | undefined },
): Promise<User> {
  const userId = signedInUser(context);
  const change = {
    ...(name === undefined ? {} : { name: cleanName(name) }),
    ...(language === undefined ? {} : { language }),
  };
  if (Object.keys(change).length > 0) {
    await context.database.transaction(async (transaction) => {
      await transaction.update(appUser).set(change).where(eq(appUser.id, userId));
      if (name === undefined) return;
      const [own] = await transaction
        .select({ id: review.id })
        .from(review)
        .where(eq(review.userId, userId))
        .limit(1);
      if (own) await publishReviewsSoon(transaction);
    });
  }
  return getAccount(context);
}
