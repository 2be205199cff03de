import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { gptIdInLink } from '#domain/gpts/gptLinks.ts';
import type { Context, CorePlatform } from '#server/context.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { readTier } from '#server/services/plans/readTier.ts';
import { fetchPublicPage } from '#server/services/gpts/linked/fetchPublicPage.ts';
import {
  claimFetch,
  endFetch,
  readFailure,
  storeFailure,
  storeLinkedGpt,
} from '#server/services/gpts/linked/gptLinks.ts';
import { isReachable } from '#server/services/gpts/shownGpts.ts';
import { gptLinkLimits } from '#server/services/limits/limits.ts';
import { type Use, networkUses, takePoints } from '#server/services/limits/takePoints.ts';

export type OpenedLink =
  | { state: 'open'; id: string }
  /** The text is not the address of a GPT. */
  | { state: 'wrong' }
  | { state: 'visitor' }
  /** GPTs of the catalogue are for all users, others for Pro. */
  | { state: 'notPro' }
  | { state: 'notPublic' }
  | { state: 'busy' };

/** How long a request waits for the fetch of another request, and how often it checks. */
const waitMilliseconds = 20_000;
const pauseMilliseconds = 250;

/** Finds the GPT of an address in the catalogue. Fetches nothing. */
export async function findLinkedGpt(
  context: CorePlatform,
  link: string,
): Promise<OpenedLink | undefined> {
  const id = gptIdInLink(link);
  if (id === undefined) return { state: 'wrong' };
  const [row] = await context.database.query.select().from(gpt).where(eq(gpt.id, id));
  if (row === undefined) return undefined;
  return isReachable(row) ? { state: 'open', id } : { state: 'notPublic' };
}

/**
 * Opens the GPT of an address elsewhere: anyone may open one of the catalogue; for Pro, any other is created once
 * from its public page. Throws `too_many_requests`.
 */
export async function openGptLink(context: Context, link: string): Promise<OpenedLink> {
  const known = await findLinkedGpt(context, link);
  const id = gptIdInLink(link);
  if (known !== undefined || id === undefined) return known ?? { state: 'wrong' };
  const { actor, config, database, now } = context;
  if (config.web?.gptOrigin === undefined) return { state: 'notPublic' };
  if (actor.kind === 'visitor') return { state: 'visitor' };
  const tier = await readTier(database.query, actor.userId, now());
  if (tier !== 'pro') return { state: 'notPro' };
  return fetchOnce(context, id, usesOf(actor.address, actor.userId), config.web.gptOrigin);
}

/** Fetches the page, unless a fetch failed recently. Waits while another request fetches it. */
async function fetchOnce(
  context: Context,
  id: string,
  uses: readonly Use[],
  origin: string,
): Promise<OpenedLink> {
  const { query } = context.database;
  const end = Date.now() + waitMilliseconds;
  for (;;) {
    const failure = await readFailure(query, id);
    if (failure !== undefined) return { state: failure };
    const fetches = await claimFetch(query, id);
    if (fetches !== undefined) return createGpt(context, id, fetches, uses, origin);
    if (Date.now() > end) return { state: 'busy' };
    await setTimeout(pauseMilliseconds);
    const found = await findLinkedGpt(context, linkOf(id));
    if (found !== undefined) return found;
  }
}

async function createGpt(
  context: Context,
  id: string,
  fetches: number,
  uses: readonly Use[],
  origin: string,
): Promise<OpenedLink> {
  const { database } = context;
  try {
    // Another request may have created it meanwhile.
    const made = await findLinkedGpt(context, linkOf(id));
    if (made !== undefined) return made;
    await takePoints(context, uses);
    const fetched = await fetchPublicPage(context.web, origin, id);
    if (fetched.state === 'found') {
      await storeLinkedGpt(database, fetched.gpt);
      return { state: 'open', id };
    }
    await storeFailure(database.query, id, fetches, fetched);
    return { state: fetched.state };
  } finally {
    await endFetch(database.query, id, fetches);
  }
}

function linkOf(id: string): string {
  return `https://chatgpt.com/g/${id}`;
}

function usesOf(address: string, userId: string): Use[] {
  return [
    { limit: gptLinkLimits.userHour, by: userId },
    { limit: gptLinkLimits.userDay, by: userId },
    ...networkUses(gptLinkLimits.network, address),
  ];
}
