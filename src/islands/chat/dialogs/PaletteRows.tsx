import type { ShortcutName } from '#domain/chat/shortcuts.ts';
import { KeyCaps } from '#islands/chat/dialogs/KeyCaps.tsx';
import type { PaletteEntry } from '#islands/chat/dialogs/usePaletteEntries.ts';
import { closeChatDialog } from '#stores/chat/chatDialogs.ts';
import type { MouseEvent } from 'react';

type Props = {
  title: string;
  rows: readonly PaletteEntry[];
  onCommand?: (name: ShortcutName) => void;
};

/** A group of links and commands. Each closes the palette. */
export function PaletteRows({ title, rows, onCommand }: Props) {
  if (rows.length === 0) return null;
  return (
    <section className="mt-3 first:mt-0">
      <h3 className="mb-1 text-14 font-medium text-faint">{title}</h3>
      <ul className="grid grid-cols-1">
        {rows.map((entry) => (
          <li key={entry.key}>
            <Row entry={entry} onCommand={onCommand} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const look =
  'flex w-full min-h-9 touch:min-h-11 cursor-pointer items-center gap-3 rounded-small px-3 py-1.5 text-left hover:bg-sunken focus-visible:bg-sunken';

function Row({ entry, onCommand }: { entry: PaletteEntry; onCommand: Props['onCommand'] }) {
  const content = (
    <>
      <span className="max-w-full shrink-0 truncate" dir="auto">
        {entry.title}
      </span>
      <span className="min-w-0 flex-1 truncate text-14 text-soft" dir="auto">
        {entry.note}
      </span>
      {entry.keys && (
        <span className="shrink-0 touch:hidden">
          <KeyCaps keys={entry.keys} />
        </span>
      )}
    </>
  );
  if ('href' in entry) {
    return (
      <a href={entry.href} className={look} onClick={closeChatDialog}>
        {content}
      </a>
    );
  }
  const run = ({ currentTarget }: MouseEvent): void => {
    // Closed first, so that the focus is where it was, and the command may move it.
    currentTarget.closest('dialog')?.close();
    closeChatDialog();
    if ('run' in entry) entry.run();
    else onCommand?.(entry.command);
  };
  return (
    <button type="button" className={look} onClick={run}>
      {content}
    </button>
  );
}
