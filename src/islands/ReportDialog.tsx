import { ReportForm } from '#islands/reviews/ReportForm.tsx';
import { Hydrated } from '#islands/shared/Hydrated.tsx';
import { useDialog } from '#islands/shared/useDialog.ts';
import {
  $reportOpen,
  type ReportSubject,
  closeReport,
  openReport,
} from '#stores/reviews/report.ts';

const frame = 'report-dialog';

/** The content of the frame `report-dialog`. */
export function ReportDialog({ loading }: { loading: string }) {
  useDialog(frame, $reportOpen, openForSubject, closeReport);
  return (
    <Hydrated label={loading}>
      <ReportForm />
    </Hydrated>
  );
}

/** The button that opened the dialog has written the subject into its `data-subject`. */
function openForSubject(): void {
  const subject = document.getElementById(frame)?.dataset['subject'];
  if (subject) openReport(subject as ReportSubject);
}
