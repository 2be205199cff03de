import { type RefObject, useEffect } from 'react';

/** A press beside a dialog closes it; with keys, Escape does. */
export function useCloseBeside(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const own = dialog.current;
    const closeBeside = (event: MouseEvent): void => {
      if (event.target === own) own?.close();
    };
    own?.addEventListener('click', closeBeside);
    return () => own?.removeEventListener('click', closeBeside);
  }, [dialog]);
}
