import type { ReadableAtom } from 'nanostores';
import { useEffect } from 'react';

/** Keeps the `<dialog>` of this id in the page and its store in step: each is opened and closed with the other. */
export function useDialog(
  id: string,
  $open: ReadableAtom<boolean>,
  open: () => void,
  close: () => void,
): void {
  useEffect(() => {
    const dialog = document.getElementById(id);
    if (!(dialog instanceof HTMLDialogElement)) return undefined;
    if (dialog.open) open();
    // The dialog was opened together with the store, then closed before hydration. It stays closed.
    else if ($open.get()) close();
    const unsubscribe = $open.subscribe((isOpen) => {
      if (isOpen && !dialog.open) dialog.showModal();
      if (!isOpen && dialog.open) dialog.close();
    });
    document.addEventListener(`wake:${id}`, open);
    dialog.addEventListener('close', close);
    return () => {
      unsubscribe();
      document.removeEventListener(`wake:${id}`, open);
      dialog.removeEventListener('close', close);
    };
  }, [id, $open, open, close]);
}
