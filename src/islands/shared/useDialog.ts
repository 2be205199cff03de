import type { ReadableAtom } from 'nanostores';
import { useEffect } from 'react';

/** Keeps a `<dialog>` of the page and the store that says whether it is open the same, whoever changes either. */
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
    // The frame was opened with the store: it was closed before React was there, and stays closed.
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
