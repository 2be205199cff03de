import { DialogFrame } from '#islands/chat/dialogs/DialogFrame.tsx';
import { ReportForm } from '#islands/reviews/ReportForm.tsx';
import { useText } from '#islands/shared/text.tsx';
import { closeChatDialog } from '#stores/chat/chatDialogs.ts';
import { $reportOpen, closeReport, openReport } from '#stores/reviews/report.ts';
import { useEffect } from 'react';

/** The dialog that reports the GPT of a chat to the operator. */
export function ReportGpt({ gpt }: { gpt: string }) {
  const { t } = useText();
  useEffect(() => {
    openReport(`gpt:${gpt}`);
    const unsubscribe = $reportOpen.listen((isOpen) => {
      if (!isOpen) closeChatDialog();
    });
    return () => {
      unsubscribe();
      closeReport();
    };
  }, [gpt]);
  return (
    <DialogFrame title={t('reviews.report.title')}>
      <ReportForm />
    </DialogFrame>
  );
}
