import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { Message } from '#stores/browser/message.ts';

type Props = {
  problem: Message;
  onRetry: () => void;
  className?: string | undefined;
  buttonClass?: string;
};

/** Shows why a list could not be loaded, with a button that tries again. */
export function RetryNote({ problem, onRetry, className, buttonClass }: Props) {
  const { t } = useText();
  return (
    <div role="alert" className={className}>
      <p>{t(problem.key, problem.values)}</p>
      <Button look="small" className={buttonClass} onClick={onRetry}>
        {t('chat.failed.tryAgain')}
      </Button>
    </div>
  );
}
