import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { Message } from '#stores/browser/message.ts';

/** A screen whose content could not be loaded, with a button that tries again. */
export function LoadFailed({ problem, onRetry }: { problem: Message; onRetry: () => void }) {
  const { t } = useText();
  return (
    <div role="alert" className="pt-[12dvh]">
      <h1 tabIndex={-1} className="text-28">
        {t('chat.failed.title')}
      </h1>
      <p className="mt-2 text-soft">{t(problem.key, problem.values)}</p>
      <Button className="mt-4" onClick={onRetry}>
        {t('chat.failed.tryAgain')}
      </Button>
    </div>
  );
}
