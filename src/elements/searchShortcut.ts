import { singleKeyStorage as storageKey } from '#domain/shortcuts.ts';

/**
 * “/” leads to the field of the search, unless something is being typed or a dialog is open. The box in the footer
 * switches it off on this device, together with the single key of the chat area (`stores/shortcuts.ts`);
 * `layouts/site/BeforePaint.astro` reads the same key of the storage.
 */
const { classList } = document.documentElement;
const box = document.querySelector<HTMLInputElement>('#search-key');
const field = document.querySelector<HTMLInputElement>('search-box input');

addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isOff()) return;
  const target = event.target as HTMLElement;
  if (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'))
    return;
  if (!field || document.querySelector('dialog[open]')) return;
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

function isOff(): boolean {
  return classList.contains('no-search-key');
}

function show(isOff: boolean): void {
  classList.toggle('no-search-key', isOff);
  if (box) box.checked = !isOff;
  if (field) field.ariaKeyShortcuts = isOff ? null : '/';
}
