/** “/” leads to the field of the search, unless something is being typed or a dialog is open. */
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as HTMLElement;
  if (target.isContentEditable || target.matches('input, textarea, select')) return;
  const field = document.querySelector<HTMLInputElement>('search-box input');
  if (!field || document.querySelector('dialog[open]')) return;
  event.preventDefault();
  field.focus();
  field.select();
});
