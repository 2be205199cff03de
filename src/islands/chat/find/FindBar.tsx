import { isOfComposition } from '#domain/texts/composing.ts';
import { searchMaxCharacters } from '#domain/chat/chat.ts';
import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { useMatches } from '#islands/chat/find/useMatches.ts';
import { useMarkedMatches } from '#islands/chat/find/useMarkedMatches.ts';
import { field } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import { keyCaps } from '#stores/browser/keyCaps.ts';
import type { Keys } from '#stores/browser/keyNames.ts';
import { $find, closeFind } from '#stores/chat/find.ts';
import type { Match } from '#stores/chat/matches.ts';
import { messageAnchor } from '#stores/thread/messageRows.ts';
import { $messages, $thread, type ThreadMessage } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react';

/** Finds text in all messages of the shown branch, also in those that are not drawn. */
export function FindBar({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const { t } = useText();
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  /** Without a choice, the first match from the message on that was in view while the user typed. */
  const [chosen, setChosen] = useState<Match>();
  const [from, setFrom] = useState<string>();
  const query = useDeferredValue(typed);
  const messages = useStore($messages);
  const matches = useMatches(messages, query);
  const count = matches.length;
  const current = placeOf(chosen, matches) ?? firstFrom(from, messages, matches);
  const step = (by: number): void => setChosen(matches[(current + count + by) % count]);
  useMarkedMatches({ query, match: matches[current], scroller });
  useEffect(() => $find.subscribe(() => focusField(box.current)), []);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (isOfComposition(event.nativeEvent)) return;
    const isUp = event.key === 'ArrowUp' || (event.key === 'Enter' && event.shiftKey);
    if (event.key === 'Escape') close();
    else if (['ArrowUp', 'ArrowDown', 'Enter'].includes(event.key)) step(isUp ? -1 : 1);
    else return;
    event.preventDefault();
  };
  return (
    <search className="absolute top-2 right-4 left-4 z-10 ml-auto flex max-w-100 items-center gap-0.5 rounded-large border border-line bg-raised p-1 shadow-soft max-md:right-2 max-md:left-2 print:hidden">
      <label htmlFor="find" className="sr-only">
        {t('conversations.shortcuts.find')}
      </label>
      <input
        ref={box}
        id="find"
        className={`${field} border-transparent`}
        dir="auto"
        autoComplete="off"
        enterKeyHint="next"
        maxLength={searchMaxCharacters}
        placeholder={t('conversations.shortcuts.find')}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(undefined);
          setFrom(firstInView(scroller.current));
        }}
        onKeyDown={onKeyDown}
      />
      <Count query={query} current={current} count={count} />
      <Steps disabled={count === 0} onStep={step} />
      <FindButton
        label={t('conversations.close')}
        keys={{ key: 'Escape' }}
        icon={X}
        onClick={close}
      />
    </search>
  );
}

function Steps({ disabled, onStep }: { disabled: boolean; onStep: (step: number) => void }) {
  const { t } = useText();
  return (
    <>
      <FindButton
        label={t('conversations.find.previous')}
        keys={{ shift: true, key: 'Enter' }}
        icon={ChevronUp}
        disabled={disabled}
        onClick={() => onStep(-1)}
      />
      <FindButton
        label={t('conversations.find.next')}
        keys={{ key: 'Enter' }}
        icon={ChevronDown}
        disabled={disabled}
        onClick={() => onStep(1)}
      />
    </>
  );
}

/** A button whose tip names the keys that do the same in the field. */
function FindButton({ keys, ...button }: ComponentProps<typeof IconButton> & { keys: Keys }) {
  const { language } = useText();
  const caps = keyCaps(keys, language).join(' + ');
  return <IconButton title={`${button.label} (${caps})`} {...button} />;
}

/** The number of the match that is shown. While older messages are loaded, the number of all may grow. */
function Count({ query, current, count }: { query: string; current: number; count: number }) {
  const { t } = useText();
  const thread = useStore($thread);
  const isLoading = thread.state === 'open' && thread.older === 'loading';
  return (
    <output className="shrink-0 px-1 text-14 whitespace-nowrap text-soft tabular-nums">
      {query.trim() !== '' && (
        <span>
          {`${count === 0 ? t('conversations.find.none') : `${current + 1} / ${count}`}${isLoading ? '…' : ''}`}
        </span>
      )}
    </output>
  );
}

/** Returns the number of a match. It changes when older messages are loaded. */
function placeOf(chosen: Match | undefined, matches: readonly Match[]): number | undefined {
  const place = matches.findIndex(
    ({ message, nth }) => message.key === chosen?.message.key && nth === chosen.nth,
  );
  return place === -1 ? undefined : place;
}

/** Returns the number of the first match in a message or after it, else of the last match. */
function firstFrom(
  id: string | undefined,
  messages: readonly ThreadMessage[],
  matches: readonly Match[],
): number {
  const start = messages.findIndex((message) => message.id === id);
  const later = new Set(messages.slice(Math.max(0, start)));
  const found = matches.findIndex(({ message }) => later.has(message));
  return found === -1 ? Math.max(0, matches.length - 1) : found;
}

/** Returns the id of the first message in view. */
function firstInView(view: HTMLElement | null): string | undefined {
  const top = view?.getBoundingClientRect().top ?? 0;
  const rows = [...(view?.querySelectorAll(`[id^=${messageAnchor}]`) ?? [])];
  const first = rows.find((row) => row.getBoundingClientRect().bottom > top);
  return first?.id.slice(messageAnchor.length);
}

function focusField(box: HTMLInputElement | null): void {
  box?.focus();
  box?.select();
}

function close(): void {
  closeFind();
  document.getElementById('message')?.focus();
}
