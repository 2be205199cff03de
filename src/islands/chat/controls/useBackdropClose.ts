import { type RefObject, useEffect } from 'react';

/** Closes a dialog on a click on its backdrop. Escape needs no script. */
export function useBackdropClose(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const own = dialog.current;
    // The backdrop is part of the dialog element, so its clicks have the dialog as target.
    const onClick = (event: MouseEvent): void => {
      if (event.target === own) own?.close();
    };
    own?.addEventListener('click', onClick);
    return () => own?.removeEventListener('click', onClick);
  }, [dialog]);
}
