import { and, eq, isNull, ne } from 'drizzle-orm';
import { gpt } from '#server/db/schema/gpts.ts';

const isThere = and(isNull(gpt.removed), isNull(gpt.hidden));

/** The condition on table `gpt` that anyone may see a GPT in lists, rankings and the site. */
export const isShownGpt = and(eq(gpt.visibility, 'public'), isThere);

/** The condition that anyone with the address of a GPT may read it, chat with it and save it. */
export const isReachableGpt = and(ne(gpt.visibility, 'private'), isThere);
