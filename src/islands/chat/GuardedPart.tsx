import { Button } from '#islands/shared/Button.tsx';
import { ErrorBoundary } from '#islands/shared/ErrorBoundary.tsx';
import { useText } from '#islands/shared/text.tsx';
import { reloadPage } from '#stores/browser/navigation.ts';
import type { ReactNode } from 'react';

type Part = 'bar' | 'sidebar' | 'conversation' | 'composer' | 'screen' | 'dialog';

type Props = {
  part: Part;
  /** The part is shown again when this changes, for example for another conversation. */
  resetKey?: unknown;
  children: ReactNode;
};

/** A part of the chat area. An error in it is shown in its place, and the other parts keep working. */
export function GuardedPart({ part, resetKey, children }: Props) {
  return (
    <ErrorBoundary fallback={<FailedPart part={part} />} resetKey={resetKey}>
      {children}
    </ErrorBoundary>
  );
}

/** A dialog has no place of its own, so its note is at the bottom of the window. */
const places: Partial<Record<Part, string>> = {
  sidebar:
    'w-[clamp(240px,15rem,36vw)] max-md:w-[min(15rem,85vw)] shrink-0 bg-sunken max-md:absolute max-md:bottom-0 max-md:left-0 max-md:z-20',
  dialog: 'absolute right-0 bottom-0 z-20 max-w-100 rounded-large bg-raised shadow-soft',
};

function FailedPart({ part }: { part: Part }) {
  const { t } = useText();
  return (
    <section role="alert" className={`p-4 ${places[part] ?? ''}`}>
      <h2 className="text-16">{t(`chat.broken.${part}`)}</h2>
      <p className="mt-1 mb-3 text-14 text-soft">{t('chat.broken.text')}</p>
      <Button look="quiet" onClick={reloadPage}>
        {t('errors.reload')}
      </Button>
    </section>
  );
}
