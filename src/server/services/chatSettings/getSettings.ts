import { eq } from 'drizzle-orm';
import type { ReadChatSettings } from '#contract/chat/chatSettings.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { chatSetting } from '#server/db/schema/chat.ts';
import { readPersonalTexts } from '#server/services/chatSettings/readPersonalTexts.ts';
import { parseSettings } from '#server/services/chatSettings/parseSettings.ts';

/** Returns the acting user's options for answers, and the tokens of their personal texts. Throws `not_signed_in`. */
export async function getSettings(context: Context): Promise<ReadChatSettings> {
  const { query } = context.database;
  const userId = signedInUser(context);
  const [row] = await query
    .select({ settings: chatSetting.settings })
    .from(chatSetting)
    .where(eq(chatSetting.userId, userId));
  const { tokens } = await readPersonalTexts(query, userId);
  return { ...parseSettings(row?.settings), ...(tokens > 0 && { personal_tokens: tokens }) };
}
