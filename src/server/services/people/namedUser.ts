import { isUuid } from '#domain/texts/uuid.ts';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import { erasedEmail, findUser, findUserByEmail } from '#server/services/users/findUser.ts';

/** An account by the address or the id that an operator typed. */
export type NamedUser = { id: string; email: string; name: string; language: string };

/** Returns the account of an address or id, also that of a deleted one by its id. Throws `not_found`. */
export async function namedUser(query: Executor, text: string): Promise<NamedUser> {
  const found = isUuid(text)
    ? await findUser(query, text.toLowerCase())
    : await findUserByEmail(query, text);
  if (found) return found;
  const hint = 'look for it with “dolores users find”';
  throw new AppError('not_found', `There is no account with this address or id: ${hint}`);
}

/** Like `namedUser`, and throws `gone` for a deleted account. */
export async function livingUser(query: Executor, text: string): Promise<NamedUser> {
  const user = await namedUser(query, text);
  if (user.email !== erasedEmail(user.id)) return user;
  throw new AppError('gone', 'This account was deleted');
}
