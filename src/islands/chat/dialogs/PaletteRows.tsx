import type { ShortcutName } from '#domain/chat/shortcuts.ts';
import { type Language, languageTags } from '#domain/languages/languages.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { joinDate } from '#i18n/joinDate.ts';
import { momentsOf } from '#i18n/moments.ts';
import { KeyCaps } from '#islands/chat/dialogs/KeyCaps.tsx';
import type {
  PaletteEntry,
  PaletteGroup,
  PaletteMark,
} from '#islands/chat/dialogs/usePaletteEntries.ts';
import { ConversationMark } from '#islands/chat/marks/ConversationMark.tsx';
import { GptMark } from '#islands/chat/marks/Mark.tsx';
import { useText } from '#islands/shared/text.tsx';
import { closeChatDialog } from '#stores/chat/chatDialogs.ts';
import { showMessage } from '#stores/chat/shownBranch.ts';
import { groupOfTime } from '#stores/conversations/conversationRows.ts';
import { CornerDownLeft } from 'lucide-react';
import { type MouseEvent, useState } from 'react';

type Props = PaletteGroup & {
  /** The key of the row that Enter in the field opens. */
  active: string | undefined;
  onCommand?: (name: ShortcutName) => void;
};

/** A group of links and commands. Each closes the palette. */
export function PaletteRows({ title, rows, active, onCommand }: Props) {
  if (rows.length === 0) return null;
  return (
    <section className="mt-3 first:mt-0">
      <h3 className="mb-1 text-14 font-medium text-faint">{title}</h3>
      <ul className="grid grid-cols-1">
        {rows.map((entry) => (
          <li key={entry.key}>
            <Row entry={entry} isActive={entry.key === active} onCommand={onCommand} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The classes of a row: marked while the mouse or the focus is on it, and the active one while the field has the focus. */
export const rowLook =
  'group/row min-h-9 touch:min-h-11 rounded-small px-3 hover:bg-sunken focus-visible:bg-sunken data-active:in-[search:has(input:focus)]:bg-sunken';

/** The sign of the Enter key, in the row that it opens. It always has its place, so that no text moves. */
export function EnterSign() {
  return (
    <CornerDownLeft
      aria-hidden="true"
      size={16}
      className="invisible shrink-0 text-soft group-focus-visible/row:visible group-data-active/row:in-[search:has(input:focus)]:visible touch:hidden"
    />
  );
}

/** When a conversation was last used: as short as it is clear, because the title needs the space. */
export function Day({ day }: { day: string }) {
  const { t, language } = useText();
  const [now] = useState(() => new Date());
  return (
    <time dateTime={day} className="shrink-0 text-12 text-soft tabular-nums">
      {briefTime(t, language, new Date(day), now)}
    </time>
  );
}

/** Returns the time if it was today, `Yesterday`, the day and the month in this year, or the whole date. */
export function briefTime(
  t: TranslateInBrowser,
  language: Language,
  moment: Date,
  now: Date,
): string {
  const group = groupOfTime(moment, now);
  if (group === 'today') return momentsOf(language).time(moment);
  if (group === 'yesterday') return t('conversations.group.yesterday');
  const isThisYear = moment.getFullYear() === now.getFullYear();
  const form = isThisYear
    ? ({ day: 'numeric', month: 'short' } as const)
    : ({ dateStyle: 'medium' } as const);
  return joinDate(new Intl.DateTimeFormat(languageTags[language], form).format(moment));
}

type RowProps = { entry: PaletteEntry; isActive: boolean; onCommand: Props['onCommand'] };

function Row({ entry, isActive, onCommand }: RowProps) {
  const row = {
    className: `${rowLook} flex w-full cursor-pointer items-center gap-3 py-1.5 text-left`,
    'data-active': isActive ? '' : undefined,
  };
  if ('href' in entry) {
    const open = (): void => {
      closeChatDialog();
      if (entry.messageId !== undefined) showMessage(entry.messageId);
    };
    return (
      <a href={entry.href} onClick={open} {...row}>
        <Content entry={entry} />
      </a>
    );
  }
  const run = ({ currentTarget }: MouseEvent): void => {
    // Closed first, as with Escape, so that the focus is where it was, and the command may move it.
    currentTarget.closest('dialog')?.dispatchEvent(new Event('cancel'));
    if ('run' in entry) entry.run();
    else onCommand?.(entry.command);
  };
  return (
    <button type="button" onClick={run} {...row}>
      <Content entry={entry} />
    </button>
  );
}

function Content({ entry: { title, note, keys, day, mark } }: { entry: PaletteEntry }) {
  return (
    <>
      {mark && <RowMark mark={mark} />}
      {/* On a phone the note is below the title, because beside it there would be a few letters of it. */}
      <span className="flex min-w-0 flex-1 items-baseline gap-x-3 max-md:flex-col">
        <span className={`max-w-full truncate ${note ? 'shrink-0' : 'flex-1'}`} dir="auto">
          {title}
        </span>
        {note && (
          <span className="min-w-0 max-w-full flex-1 truncate text-14 text-soft" dir="auto">
            {note}
          </span>
        )}
      </span>
      {day !== undefined && <Day day={day} />}
      {keys && (
        <span className="shrink-0 touch:hidden">
          <KeyCaps keys={keys} />
        </span>
      )}
      <EnterSign />
    </>
  );
}

function RowMark({ mark }: { mark: PaletteMark }) {
  if ('target' in mark) return <ConversationMark target={mark.target} />;
  return <GptMark gpt={mark.gpt} className="size-5 shrink-0 rounded-[6px]" />;
}
