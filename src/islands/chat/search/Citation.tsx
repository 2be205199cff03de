import type { SearchSource } from '#contract/search/aiSearch.ts';
import { useText } from '#islands/shared/text.tsx';
import {
  type FocusEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useLayoutEffect,
} from 'react';
import { anchorMenu } from '#islands/chat/controls/anchorMenu.ts';
import { SourceFacts } from '#islands/chat/search/SourceFacts.tsx';
import { SourceLink } from '#islands/chat/search/SourceLink.tsx';

/** How long the card stays after the pointer has left, so that it can move from the number to the card. */
const leaveMilliseconds = 150;

type Props = { source: SearchSource; button: HTMLElement };

/** The number of a source. Hovering, focusing or pressing it opens a card with the cited passage. */
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
  // Touches are handled as clicks.
  const onEnter = ({ pointerType }: PointerEvent): void => {
    if (pointerType !== 'touch') show();
  };
  const onLeave = ({ pointerType }: PointerEvent): void => {
    if (pointerType !== 'touch') timer.current = setTimeout(hide, leaveMilliseconds);
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

/** Closes the card on Escape and on a press outside of `root`. */
function useClose(root: RefObject<HTMLElement | null>, isOpen: boolean, hide: () => void): void {
  const latestHide = useRef(hide);
  useEffect(() => {
    latestHide.current = hide;
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') latestHide.current();
    };
    const onPress = ({ target }: Event): void => {
      if (target instanceof Node && !root.current?.contains(target)) latestHide.current();
    };
    document.addEventListener('keydown', onKey, { signal });
    document.addEventListener('pointerdown', onPress, { signal });
    return () => listening.abort();
  }, [isOpen, root]);
}

/** A popover next to the number of a source, with the cited passages. It is in a paragraph, so it consists of spans. */
function SourceCard({ source, button }: Props) {
  const { t } = useText();
  const card = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const own = card.current;
    if (!own) return undefined;
    own.showPopover();
    return anchorMenu(own, button, 'start');
  }, [button]);
  return (
    <span
      ref={card}
      popover="manual"
      role="note"
      aria-label={t('chat.search.passage')}
      className="menu source-card"
    >
      <SourceLink source={source} />
      <SourceFacts source={source} />
      {source.quotes.map(({ start, text }) => (
        <q key={start} className="source-quote" dir="auto">
          {text}
        </q>
      ))}
    </span>
  );
}
