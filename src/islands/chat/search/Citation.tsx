import type { SearchSource } from '#contract/aiSearch.ts';
import { SourceCard } from '#islands/chat/search/SourceCard.tsx';
import { useText } from '#islands/shared/text.tsx';
import {
  type FocusEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';

/** Milliseconds that a pointer may take from the number to the card. */
const leavePause = 150;

/** The number of a source. Pointing at it, focusing or pressing it shows the passage, which stays while it is used. */
export function Citation({ source }: { source: SearchSource }) {
  const { t } = useText();
  const { number, title } = source;
  const root = useRef<HTMLSpanElement>(null);
  const [button, setButton] = useState<HTMLElement>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = (): void => {
    clearTimeout(timer.current);
    setButton(root.current?.querySelector('button') ?? undefined);
  };
  const hide = (): void => setButton(undefined);
  useClose(root, button !== undefined, hide);
  useEffect(() => () => clearTimeout(timer.current), []);
  // A finger presses: that is a click.
  const onEnter = ({ pointerType }: PointerEvent): void => {
    if (pointerType !== 'touch') show();
  };
  const onLeave = ({ pointerType }: PointerEvent): void => {
    if (pointerType !== 'touch') timer.current = setTimeout(hide, leavePause);
  };
  const onFocus = ({ target }: FocusEvent): void => {
    if (target.matches(':focus-visible')) show();
  };
  const onBlur = ({ relatedTarget }: FocusEvent): void => {
    if (!root.current?.contains(relatedTarget)) hide();
  };
  return (
    <span
      ref={root}
      className="citation"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <button
        type="button"
        aria-label={t('chat.search.citation', { number: String(number), title })}
        aria-expanded={button !== undefined}
        onClick={show}
      >
        {number}
      </button>
      {button && <SourceCard source={source} button={button} />}
    </span>
  );
}

/** Escape and a press elsewhere close it. */
function useClose(root: RefObject<HTMLElement | null>, isOpen: boolean, hide: () => void): void {
  const hidden = useRef(hide);
  useEffect(() => {
    hidden.current = hide;
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') hidden.current();
    };
    const onPress = ({ target }: Event): void => {
      if (target instanceof Node && !root.current?.contains(target)) hidden.current();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [isOpen, root]);
}
