import { call } from '#contract/call.ts';
import { getThoughts } from '#contract/chat/chat.ts';
import { type Message, errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';

export type LoadedThoughts = { text: string } | { problem: Message };

/** Loads the thoughts of the model that wrote an answer. */
export async function loadThoughts(answerId: string): Promise<LoadedThoughts> {
  try {
    return await call(getThoughts, { params: { id: answerId } });
  } catch (error) {
    if (isSignedOut(error)) goToLogin();
    return { problem: errorMessage(error) };
  }
}
