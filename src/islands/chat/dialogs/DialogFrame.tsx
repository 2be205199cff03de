import { useText } from '#islands/shared/text.tsx';
import { closeChatDialog } from '#stores/chat/chatDialogs.ts';
import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

type Props = {
  title: string;
  /** Pixels for longer lines than those of a small form. */
  wide?: boolean;
  children: ReactNode;
};

/** A dialog with its title; Escape, the cross and a press beside it close it, and the focus goes back. */
export function DialogFrame({ title, wide = false, children }: Props) {
  const { t } = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Before the dialog leaves the page: afterwards it could not give the focus back.
  useLayoutEffect(() => {
    const own = dialog.current;
    if (!own) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    const closeOwn = (event: Event): void => {
      // A press inside, or files inside that were not chosen.
      if (event.target !== own) return;
      // At once, so that a field that one leaves so still keeps what it has.
      own.close();
      closeChatDialog();
    };
    // Not `close` alone: it comes with the next frame, and until then shortcuts would rest.
    for (const type of ['click', 'cancel', 'close']) {
      own.addEventListener(type, closeOwn, { signal });
    }
    own.showModal();
    return () => {
      ending.abort();
      // Left open, it would keep the page behind it shut.
      own.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`dialog max-h-[calc(100dvh-32px)] scroll-pt-24 ${wide ? 'w-[min(640px,calc(100vw-32px))]' : ''}`}
      aria-labelledby={titleId}
    >
      {/* Stays in sight: on a phone, most dialogs are longer than the screen. */}
      <div className="sticky top-0 z-10 flex items-start justify-between gap-3 bg-raised px-5 pt-5 pb-3">
        <h2 id={titleId} className="min-w-0 pt-1 text-22 hyphens-auto">
          {title}
        </h2>
        <button
          type="button"
          className="icon-button -mt-1 -mr-2"
          aria-label={t('conversations.close')}
          onClick={closeChatDialog}
        >
          <X aria-hidden="true" size={20} />
        </button>
      </div>
      <div className="px-5 pb-5">{children}</div>
    </dialog>
  );
}
