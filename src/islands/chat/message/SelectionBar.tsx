import { isTouch } from '#stores/browser/pointer.ts';
import { quoteText } from '#islands/chat/message/quoteText.ts';
import { type SelectedText, watchSelection } from '#islands/chat/message/selectedText.ts';
import { rememberText } from '#islands/chat/message/rememberText.ts';
import { useText } from '#islands/shared/text.tsx';
import { BookmarkPlus, TextQuote } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Pixels between the selection and the bar; more for a finger, because the handles of the selection are below it. */
const gaps = { mouse: 6, finger: 28 };

/** The actions for the selected text of a message, below the selection. */
export function SelectionBar() {
  const { t } = useText();
  const [selected, setSelected] = useState<SelectedText>();
  useEffect(() => watchSelection(setSelected), []);
  const bar = usePosition(selected);
  if (!selected) return null;
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('chat.message.selection')}
      className="fixed z-20 flex rounded-large border border-line-strong bg-raised p-1 text-14 shadow-soft"
      // Pressing a button would end the selection.
      onPointerDown={(event) => event.preventDefault()}
    >
      <button
        type="button"
        className="message-button px-2"
        onClick={() => quoteText(selected.text)}
      >
        <TextQuote aria-hidden="true" size={15} />
        <span>{t('chat.message.quote')}</span>
      </button>
      <button
        type="button"
        className="message-button px-2"
        onClick={() => rememberText(selected.text)}
      >
        <BookmarkPlus aria-hidden="true" size={15} />
        <span>{t('chat.message.remember')}</span>
      </button>
    </div>
  );
}

/** Returns the ref of the bar, and keeps the bar below the selection, or above it where the window ends. */
function usePosition(selected: SelectedText | undefined): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const own = bar.current;
    if (!own || !selected) return;
    const gap = isTouch() ? gaps.finger : gaps.mouse;
    const { width, height } = own.getBoundingClientRect();
    const { first, last } = selected;
    const below = last.bottom + gap;
    const top = below + height <= innerHeight - gap ? below : first.top - gap - height;
    const left = Math.min(last.right - width / 2, innerWidth - width - gaps.mouse);
    own.style.top = `${Math.max(gaps.mouse, top)}px`;
    own.style.left = `${Math.max(gaps.mouse, left)}px`;
  }, [selected]);
  return bar;
}
