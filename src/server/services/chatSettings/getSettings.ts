import { eq } from 'drizzle-orm';
import type { ChatSettings } from '#contract/chat/chatSettings.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { chatSetting } from '#server/db/schema/chat.ts';
import { parseSettings } from '#server/services/chatSettings/parseSettings.ts';

/** Returns the acting user's options for answers. Throws `not_signed_in`. */
export async function getSettings(context: Context): Promise<ChatSettings> {
  const [row] = await context.database.query
    .select({ settings: chatSetting.settings })
    .from(chatSetting)
    .where(eq(chatSetting.userId, signedInUser(context)));
  return parseSettings(row?.settings);
}
