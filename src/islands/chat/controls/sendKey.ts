import { isOfComposition } from '#domain/texts/composing.ts';
import { isTouch } from '#stores/browser/pointer.ts';
import type { ChatSettings } from '#stores/chat/chatSettings.ts';

/** Whether a key press sends the question. While an input method is composing, Enter chooses a word instead. */
export function isSendKey(
  event: Pick<
    KeyboardEvent,
    'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing' | 'keyCode'
  >,
  sendKey: ChatSettings['send_key'],
): boolean {
  // Some browsers report the key code 229 for the Enter that ends a composition.
  if (event.key !== 'Enter' || isOfComposition(event)) return false;
  if (event.ctrlKey || event.metaKey) return true;
  return doesEnterSend(sendKey) && !event.shiftKey && !event.altKey;
}

/** Whether Enter alone sends. On a phone it does only if the user chose that. */
export function doesEnterSend(sendKey: ChatSettings['send_key']): boolean {
  return sendKey === 'enter' || (sendKey === 'auto' && !isTouch());
}
