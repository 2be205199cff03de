import { speak, stopSpeaking } from '#stores/browser/speech.ts';
import { notify } from '#stores/browser/toasts.ts';
import { $messages } from '#stores/thread/thread.ts';

/** Reads the sentences of a message aloud, until it is no longer in the shown branch. */
export async function readAloud(
  key: string,
  sentences: readonly string[],
  tag: string,
): Promise<void> {
  const unfollow = $messages.listen((messages) => {
    if (!messages.some((message) => message.key === key)) stopSpeaking();
  });
  const end = await speak(key, sentences, tag);
  unfollow();
  if (end === 'failed') notify('error', 'chat.message.notRead');
}
