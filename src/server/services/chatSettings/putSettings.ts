import { sql } from 'drizzle-orm';
import type { ChatSettings } from '#contract/chat/chatSettings.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { chatSetting } from '#server/db/schema/chat.ts';

/** Stores the acting user's options for answers; of concurrent requests the last one wins. Throws `not_signed_in`. */
export async function putSettings(
  context: Context,
  requested: ChatSettings,
): Promise<ChatSettings> {
  const settings = { ...requested, system_prompt: requested.system_prompt || null };
  await context.database.query
    .insert(chatSetting)
    .values({ userId: signedInUser(context), settings })
    .onConflictDoUpdate({ target: chatSetting.userId, set: { settings, updated: sql`now()` } });
  return settings;
}
