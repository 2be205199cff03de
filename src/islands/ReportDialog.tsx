import { ReportForm } from '#islands/reviews/ReportForm.tsx';
import { Awake } from '#islands/shared/Awake.tsx';
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
  useDialog(frame, $reportOpen, openNamed, closeReport);
  return (
    <Awake label={loading}>
      <ReportForm />
    </Awake>
  );
}

/** The button that opened the dialog left there what it is about. */
function openNamed(): void {
  const subject = document.getElementById(frame)?.dataset['subject'];
  if (subject) openReport(subject as ReportSubject);
}
