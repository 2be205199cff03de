import { useText } from '#islands/shared/text.tsx';
import type { Versions as MessageVersions } from '#stores/thread/branches.ts';
import { showBranch } from '#stores/thread/shownBranch.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';

/** Steps through the versions of a question or answer: ‹ 2/3 ›, also by the arrow keys. */
export function Versions({ versions }: { versions: MessageVersions | undefined }) {
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
  const values = { place: String(position + 1), total: String(keys.length) };
  return (
    <fieldset
      aria-label={t('chat.version.label')}
      className="inline-flex items-center text-14 text-soft"
    >
      <Step
        label={t('chat.version.before')}
        blocked={position === 0}
        onStep={() => step(-1)}
        onKeyDown={onKeyDown}
      >
        <ChevronLeft aria-hidden="true" size={16} />
      </Step>
      <span className="min-w-8 text-center tabular-nums" aria-live="polite">
        <span aria-hidden="true">{`${position + 1}/${keys.length}`}</span>
        <span className="sr-only">{t('chat.version.place', values)}</span>
      </span>
      <Step
        label={t('chat.version.after')}
        blocked={position === keys.length - 1}
        onStep={() => step(1)}
        onKeyDown={onKeyDown}
      >
        <ChevronRight aria-hidden="true" size={16} />
      </Step>
    </fieldset>
  );
}

type StepProps = {
  label: string;
  blocked: boolean;
  onStep: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  children: ReactNode;
};

/** At the end it stays where it is, so that the focus does. */
function Step({ label, blocked, onStep, onKeyDown, children }: StepProps) {
  return (
    <button
      type="button"
      className="message-button"
      aria-label={label}
      title={label}
      aria-disabled={blocked}
      onClick={onStep}
      onKeyDown={onKeyDown}
    >
      {children}
    </button>
  );
}
