import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { useText } from '#islands/shared/text.tsx';
import { closeChatDialog } from '#stores/chat/chatDialogs.ts';
import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

type Props = {
  title: string;
  /** Wide enough for longer lines than those of a small form. */
  wide?: boolean;
  /** Whether its content grows. It grows downwards then, so that no button moves away from the pointer. */
  grows?: boolean;
  children: ReactNode;
};

const growing = 'mt-[4dvh] max-h-[calc(96dvh-16px)] md:mt-[10dvh] md:max-h-[calc(90dvh-16px)]';

/**
 * A modal dialog with a title, which gets the focus: a parent that has a field for it focuses that in a layout effect of
 * its own. Escape, the cross and a click on the backdrop close the dialog, and the focus returns.
 */
export function DialogFrame({ title, wide = false, grows = false, children }: Props) {
  const { t } = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  // A layout effect closes the dialog before React removes it. A removed dialog cannot return the focus.
  useLayoutEffect(() => {
    const own = dialog.current;
    if (!own) return undefined;
    const before = document.activeElement;
    const listening = new AbortController();
    const { signal } = listening;
    const closeOwn = (event: Event): void => {
      // Ignores clicks inside, and `cancel` events of file inputs inside.
      if (event.target !== own) return;
      // Closed at once, so that the focused field gets its blur event and saves its text.
      closeDialog(own, before);
      closeChatDialog();
    };
    // The event `close` alone comes one frame later, and shortcuts would not work until then.
    for (const type of ['click', 'cancel', 'close']) {
      own.addEventListener(type, closeOwn, { signal });
    }
    own.showModal();
    // The browser would focus the cross, which is no place to begin at.
    heading.current?.focus();
    return () => {
      listening.abort();
      // A modal dialog that is removed while open would leave the page inert.
      closeDialog(own, before);
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`dialog scroll-pt-24 ${grows ? growing : 'max-h-[calc(100dvh-32px)]'} ${wide ? 'w-[min(640px,calc(100vw-32px))]' : ''}`}
      aria-labelledby={titleId}
    >
      {/* Sticky, because on a phone most dialogs are longer than the screen. */}
      <div className="sticky top-0 z-10 flex items-start justify-between gap-3 bg-raised px-5 pt-5 pb-3">
        <h2
          ref={heading}
          id={titleId}
          tabIndex={-1}
          className="min-w-0 pt-1 text-22 hyphens-auto max-md:pt-1.5 max-md:text-18"
        >
          {title}
        </h2>
        <IconButton
          label={t('conversations.close')}
          icon={X}
          size={20}
          className="-mt-1 -mr-2"
          onClick={closeChatDialog}
        />
      </div>
      <div className="px-5 pb-5">{children}</div>
    </dialog>
  );
}

/** Closes a dialog. Chromium gives the focus back without the caret, and a field that has none takes no keys. */
function closeDialog(dialog: HTMLDialogElement, before: Element | null): void {
  const isText = before instanceof HTMLTextAreaElement || before instanceof HTMLInputElement;
  // Known only while the field has no focus. Fields of some types have no caret.
  const [start, end] = isText ? [before.selectionStart, before.selectionEnd] : [null, null];
  dialog.close();
  if (isText && start !== null && document.activeElement === before) {
    before.setSelectionRange(start, end);
  }
}
