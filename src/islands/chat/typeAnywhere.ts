import { isOfComposition } from '#domain/texts/composing.ts';

/** Elements that use typed letters themselves. */
const ownLetters =
  'input:not([type=range], [type=checkbox], [type=radio], [type=file]), textarea, select, audio, video, [contenteditable], [role=menu], [role=listbox], [role=combobox]';

/** Focuses the message box when text is typed or pasted elsewhere, before the browser inserts it. */
export function typeAnywhere(event: KeyboardEvent): void {
  if (isOfComposition(event) || (event.target as Element).closest?.(ownLetters)) return;
  if (isText(event) || isPaste(event)) document.getElementById('message')?.focus();
}

/** Space stays with the page, which it scrolls, and with buttons. */
function isText(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  // With AltGr, which Windows reports as Ctrl+Alt, a letter types a sign.
  const isModified = ctrlKey || metaKey || altKey;
  if (isModified && !event.getModifierState('AltGraph')) return false;
  return key === 'Dead' || (key.length === 1 && key !== ' ');
}

function isPaste({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'v' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}
