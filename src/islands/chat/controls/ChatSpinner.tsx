import { NewVersionNote } from '#islands/chat/controls/NewVersion.tsx';
import { RetryNote } from '#islands/chat/controls/RetryNote.tsx';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { useText } from '#islands/shared/text.tsx';
import { message } from '#stores/browser/message.ts';
import { $isOutdated } from '#stores/browser/newVersion.ts';
import { useStore } from '@nanostores/react';

/** The spinner of the chat area. */
export function ChatSpinner() {
  const { t } = useText();
  return <Spinner label={t('chat.loading')} />;
}

type Retry = { onRetry: () => void };

/** Shows that code could not be fetched, and offers to try again. A banner reports it if the page is outdated. */
function Offline({ onRetry }: Retry) {
  const isOutdated = useStore($isOutdated);
  return isOutdated ? null : <RetryNote problem={message('errors.offline')} onRetry={onRetry} />;
}

/** The same in a dialog. */
function OfflineInDialog({ onRetry }: Retry) {
  const isOutdated = useStore($isOutdated);
  if (isOutdated) return <NewVersionNote className="p-4" />;
  return <RetryNote className="p-4" problem={message('errors.offline')} onRetry={onRetry} />;
}

/** For most lazy parts of the chat area: a spinner until the code has arrived, a sentence if it cannot be fetched. */
export const withSpinner = { waiting: ChatSpinner, failed: Offline };

/** The same for parts of modal dialogs. */
export const withSpinnerInDialog = { waiting: ChatSpinner, failed: OfflineInDialog };
