import type { PersonalTextsResponse } from '#contract/chat/personalTexts.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { readPersonalTexts } from '#server/services/chatSettings/readPersonalTexts.ts';

/** Returns the acting user's custom instructions and memory. Throws `not_signed_in`. */
export async function getPersonalTexts(context: Context): Promise<PersonalTextsResponse> {
  return readPersonalTexts(context.database.query, signedInUser(context));
}
