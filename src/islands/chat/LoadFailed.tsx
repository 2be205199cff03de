import { useText } from '#islands/shared/text.tsx';
import type { Message } from '#stores/browser/message.ts';

/** Something could not be loaded, and may be the next time. */
export function LoadFailed({ problem, onRetry }: { problem: Message; onRetry: () => void }) {
  const { t } = useText();
  return (
    <div role="alert" className="pt-[12dvh]">
      <h1 tabIndex={-1} className="text-28">
        {t('chat.failed.title')}
      </h1>
      <p className="mt-2 text-soft">{t(problem.key, problem.values)}</p>
      <button type="button" className="button mt-4" onClick={onRetry}>
        {t('chat.failed.tryAgain')}
      </button>
    </div>
  );
}
