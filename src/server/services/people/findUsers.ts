import type { CorePlatform } from '#server/context.ts';
import { type FoundUser, readUsers } from '#server/db/queries/userSearch.ts';
import { invalid } from '#server/inputChecks.ts';
import { isNumber, searchedUser } from '#server/services/people/searchedUser.ts';

/** The shortest part of an address that is searched. */
const leastCharacters = 2;

/**
 * Returns the accounts that an operator's text belongs to, and their number in all: first those of a whole id, receipt
 * number, reference or code, then those with the text in their address, each the newest first. Throws `invalid_input` for
 * a single character that is no number.
 */
export async function findUsers(
  { config, database }: CorePlatform,
  text: string,
  limit: number,
): Promise<{ users: Omit<FoundUser, 'total'>[]; total: number }> {
  const typed = text.trim();
  const isPart = [...typed].length >= leastCharacters;
  if (!isPart && !isNumber(typed)) throw invalid(`query: at least ${leastCharacters} characters`);
  const searched = {
    ...searchedUser(config.secret, typed),
    emailPattern: isPart ? patternOf(typed) : null,
  };
  const found = await readUsers(database.query, searched, limit);
  return { users: found.map(({ total: _, ...user }) => user), total: found[0]?.total ?? 0 };
}

/** Returns the pattern of `like` for texts that contain this one. */
function patternOf(typed: string): string {
  return `%${typed.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
