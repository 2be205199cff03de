import { $savedGpts, loadSavedGpts, toggleSaved } from '#stores/saved.ts';
import { isVisitor } from '#stores/user.ts';

/** Lets a button save this GPT or forget it, and show which of both it did. A visitor causes no request before a click. */
export function offerSaving(button: HTMLElement, id: string): void {
  $savedGpts.subscribe((ids) => {
    button.setAttribute('aria-pressed', String(ids?.includes(id) === true));
  });
  button.addEventListener('click', () => void toggleSaved(id));
  if (!isVisitor()) void loadSavedGpts();
}
