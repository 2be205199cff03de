/** Not imported from the store: a module shared with the chat area would be a separate file that every page loads. */
const storageKey = 'single-key';

/**
 * The key “/” focuses the search field, unless the visitor is typing or a dialog is open. The checkbox in the footer
 * switches it off on this device, together with the single key of the chat area (`stores/browser/shortcuts.ts`).
 * `layouts/site/BeforePaint.astro` reads the same storage key.
 */
export function listenForSearchKey(): void {
  const { classList } = document.documentElement;
  const box = document.querySelector<HTMLInputElement>('#search-key');
  const field = document.querySelector<HTMLInputElement>('search-box input');
  const isOff = () => classList.contains('no-search-key');
  const show = (isOff: boolean) => {
    classList.toggle('no-search-key', isOff);
    if (box) box.checked = !isOff;
    if (field) field.ariaKeyShortcuts = isOff ? null : '/';
  };
  addEventListener('keydown', (event) => {
    if (!field || isOff() || !isPlainSlash(event)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
  box?.addEventListener('change', () => {
    try {
      if (box.checked) localStorage.removeItem(storageKey);
      else localStorage.setItem(storageKey, 'off');
    } catch {}
    show(!box.checked);
  });
  addEventListener('storage', ({ key, newValue }) => {
    if (key === storageKey) show(newValue === 'off');
  });
  show(isOff());
}

/** Whether the key is “/” without modifiers, outside of a text field. */
function isPlainSlash({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key !== '/' || ctrlKey || metaKey || altKey) return false;
  const pressedIn = target as HTMLElement;
  const typing = 'input:not([type="checkbox"]), textarea, select';
  if (pressedIn.isContentEditable || pressedIn.matches(typing)) return false;
  return !document.querySelector('dialog[open]');
}
