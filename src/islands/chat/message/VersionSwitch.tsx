import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { Versions } from '#stores/thread/branches.ts';
import { showBranch } from '#stores/chat/shownBranch.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { KeyboardEvent } from 'react';

/** Steps through the versions of a question or answer: ‹ 2/3 ›. Arrow keys work too. */
export function VersionSwitch({ versions }: { versions: Versions | undefined }) {
  const { t } = useText();
  if (!versions) return null;
  const { position, keys } = versions;
  const step = (by: number): void => {
    const key = keys[position + by];
    if (key !== undefined) showBranch(key);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  };
  const button = { look: 'message-button', size: 16, hasTip: true, onKeyDown } as const;
  const values = { place: String(position + 1), total: String(keys.length) };
  return (
    <fieldset
      aria-label={t('chat.version.label')}
      className="inline-flex items-center text-14 text-soft"
    >
      {/* At the ends the buttons are not `disabled`, so that they keep the focus. */}
      <IconButton
        {...button}
        label={t('chat.version.before')}
        icon={ChevronLeft}
        aria-disabled={position === 0}
        onClick={() => step(-1)}
      />
      <span className="min-w-8 text-center tabular-nums" aria-live="polite">
        <span aria-hidden="true">{`${position + 1}/${keys.length}`}</span>
        <span className="sr-only">{t('chat.version.place', values)}</span>
      </span>
      <IconButton
        {...button}
        label={t('chat.version.after')}
        icon={ChevronRight}
        aria-disabled={position === keys.length - 1}
        onClick={() => step(1)}
      />
    </fieldset>
  );
}
