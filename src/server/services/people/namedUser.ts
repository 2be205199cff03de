import { isUuid } from '#domain/texts/uuid.ts';
import type { CorePlatform } from '#server/context.ts';
import { readUsers } from '#server/db/queries/userSearch.ts';
import { AppError } from '#server/errors.ts';
import { searchedUser } from '#server/services/people/searchedUser.ts';
import { erasedEmail, findUser, findUserByEmail } from '#server/services/users/findUser.ts';

/** An account by a text that an operator typed. */
export type NamedUser = { id: string; email: string; name: string; language: string };

/** How many accounts a sentence lists. */
const listedAtMost = 5;

/**
 * Returns the account of an address or id, or the only one of an order, payment, code or anything else that `findUsers`
 * takes as a whole; never by a part of an address, because commands act on the account. It may be a deleted one, but not
 * by its former address. Throws `not_found`, and `conflict` if the text belongs to several accounts.
 */
export async function namedUser(
  { config, database: { query } }: CorePlatform,
  text: string,
): Promise<NamedUser> {
  const typed = text.trim();
  const direct = isUuid(typed)
    ? await findUser(query, typed.toLowerCase())
    : await findUserByEmail(query, typed);
  if (direct) return direct;
  const found = await readUsers(query, searchedUser(config.secret, typed), listedAtMost);
  const [only, other] = found;
  if (other) {
    const list = found.map(({ id, email, by }) => `${email} (${id}, by ${by})`).join(', ');
    const total = `belongs to ${other.total} accounts, name one by its id`;
    throw new AppError('conflict', `This ${total}: ${list}`);
  }
  const user = only && (await findUser(query, only.id));
  if (user) return user;
  const hint = 'look for it with “dolores users find”';
  throw new AppError('not_found', `No account has this address or id, or belongs to this: ${hint}`);
}

/** Like `namedUser`, and throws `gone` for a deleted account. */
export async function livingUser(platform: CorePlatform, text: string): Promise<NamedUser> {
  const user = await namedUser(platform, text);
  if (user.email !== erasedEmail(user.id)) return user;
  throw new AppError('gone', 'This account was deleted');
}
