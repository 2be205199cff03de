import { Spinner } from '#islands/shared/Spinner.tsx';
import { useText } from '#islands/shared/text.tsx';

/** The spinner of the chat area. */
export function ChatSpinner() {
  const { t } = useText();
  return <Spinner label={t('chat.loading')} />;
}

/** Shows that code could not be fetched. */
export function Offline({ className }: { className?: string }) {
  const { t } = useText();
  return (
    <p role="alert" className={className}>
      {t('errors.offline')}
    </p>
  );
}

/** For most lazy parts of the chat area: a spinner until the code has arrived, a sentence if it cannot be fetched. */
export const withSpinner = { waiting: ChatSpinner, failed: () => <Offline /> };
