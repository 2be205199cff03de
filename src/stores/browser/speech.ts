import { atom } from 'nanostores';

/** The key of the text that is read aloud. */
export const $spokenKey = atom<string | undefined>(undefined);

/** Whether the browser has voices. Some browsers find them a moment after the first request. */
export const $hasVoices = atom(false);

// Some browsers read on after the page is left.
globalThis.addEventListener?.('pagehide', () => stopSpeaking());

/** Ends the waiting for the sentence that is read. */
let stopSentence: (() => void) | undefined;

/** Looks for voices now and when the browser has found others. Returns an unsubscribe function. */
export function watchVoices(): () => void {
  const { speechSynthesis } = globalThis;
  if (typeof speechSynthesis === 'undefined') return () => undefined;
  const look = (): void => $hasVoices.set(speechSynthesis.getVoices().length > 0);
  look();
  speechSynthesis.addEventListener('voiceschanged', look);
  return () => speechSynthesis.removeEventListener('voiceschanged', look);
}

/**
 * Reads sentences aloud, one utterance each, because browsers break off long ones. Stops what was read before. Returns
 * `failed` if the browser refuses.
 */
export async function speak(
  key: string,
  sentences: readonly string[],
  tag: string,
): Promise<'ended' | 'stopped' | 'failed'> {
  stopSpeaking();
  $spokenKey.set(key);
  for (const sentence of sentences) {
    const end = await speakSentence(sentence, tag);
    if (end === 'stopped') return end;
    if (end === 'failed') {
      stopSpeaking();
      return end;
    }
  }
  $spokenKey.set(undefined);
  return 'ended';
}

/** Stops reading. */
export function stopSpeaking(): void {
  if ($spokenKey.get() === undefined) return;
  $spokenKey.set(undefined);
  stopSentence?.();
  globalThis.speechSynthesis.cancel();
}

async function speakSentence(text: string, tag: string): Promise<'ended' | 'stopped' | 'failed'> {
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = tag;
  return new Promise((resolve) => {
    utterance.addEventListener('end', () => resolve('ended'));
    utterance.addEventListener('error', () => resolve('failed'));
    stopSentence = () => resolve('stopped');
    globalThis.speechSynthesis.speak(utterance);
  });
}
