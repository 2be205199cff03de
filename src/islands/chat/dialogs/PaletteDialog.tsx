import type { ShortcutName } from '#domain/chat/shortcuts.ts';
import { searchMaxCharacters } from '#domain/chat/chat.ts';
import { withSpinnerInDialog } from '#islands/chat/controls/ChatSpinner.tsx';
import { DialogFrame } from '#islands/chat/dialogs/DialogFrame.tsx';
import { field } from '#islands/shared/classes.ts';
import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useLayoutEffect, useRef, useState } from 'react';

const PaletteResults = lazyPart(
  async () => (await import('#islands/chat/dialogs/PaletteResults.tsx')).PaletteResults,
  withSpinnerInDialog,
);

/**
 * One field for conversations, GPTs, models and commands. The field is part of the first code, so that it is there with
 * the key that opens it. `onCommand` runs the command of a shortcut.
 */
export function PaletteDialog({ onCommand }: { onCommand: (name: ShortcutName) => void }) {
  const { t } = useText();
  const box = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  useLayoutEffect(() => box.current?.focus(), []);
  return (
    <DialogFrame title={t('conversations.search.title')} wide>
      <search className="block pt-1">
        <label htmlFor="palette" className="sr-only">
          {t('conversations.search.field')}
        </label>
        <input
          ref={box}
          id="palette"
          type="search"
          className={field}
          dir="auto"
          autoComplete="off"
          maxLength={searchMaxCharacters}
          placeholder={t('conversations.search.field')}
          onChange={(event) => setQuery(event.target.value)}
        />
        {/* As high as many results, so that the dialog does not change its height while the user types. */}
        <div className="relative -mx-2 mt-3 h-[min(420px,60dvh)] overflow-y-auto overscroll-contain px-2">
          <PaletteResults query={query} fieldId="palette" onCommand={onCommand} />
        </div>
      </search>
    </DialogFrame>
  );
}
