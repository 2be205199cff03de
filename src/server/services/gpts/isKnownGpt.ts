import { eq } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { gpt } from '#server/db/schema/gpts.ts';

/** Whether there is a GPT with exactly this id, whoever may see it. Also true while the database is unreachable. */
export async function isKnownGpt({ database }: CorePlatform, id: string): Promise<boolean> {
  const found = database.query.select({ id: gpt.id }).from(gpt).where(eq(gpt.id, id));
  return found.then(
    (rows) => rows.length > 0,
    () => true,
  );
}
