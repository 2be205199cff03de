import type { ChatSettings } from '#stores/chat/chatSettings.ts';

/** Whether a key sends the question. While an input method composes, Enter chooses a word. */
export function isSendKey(
  event: Pick<
    KeyboardEvent,
    'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing' | 'keyCode'
  >,
  sendKey: ChatSettings['send_key'],
): boolean {
  // 229 is what some browsers say of the Enter that ends a composition.
  if (event.key !== 'Enter' || event.isComposing || event.keyCode === 229) return false;
  if (event.ctrlKey || event.metaKey) return true;
  return sendKey === 'enter' && !event.shiftKey && !event.altKey;
}
