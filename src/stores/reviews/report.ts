import { call } from '#contract/call.ts';
import { reportGpt, reportReview } from '#contract/reviews/reviews.ts';
import { type ReportReason, reportMaxCharacters } from '#domain/reviews/reviews.ts';
import { tooLong } from '#stores/reviews/reviewDrafts.ts';
import { openLogin } from '#stores/account/loginDialog.ts';
import { type Message, errorMessage, isSignedOut, message } from '#stores/browser/message.ts';
import { $account, isVisitor } from '#stores/account/user.ts';
import { wake } from '#stores/browser/wake.ts';
import { atom, computed } from 'nanostores';

/** The reported subject, in the format of the page's buttons. */
export type ReportSubject = `${'gpt' | 'review'}:${string}`;

type Complaint = { reason: ReportReason | undefined; details: string };

export type Report =
  | { state: 'closed' }
  | { state: 'visitor' | 'sent'; subject: ReportSubject }
  | ({ state: 'writing'; subject: ReportSubject; sending: boolean } & Complaint & {
        error: Message | undefined;
      });

export const $report = atom<Report>({ state: 'closed' });

/** Whether the dialog is open. */
export const $reportOpen = computed($report, ({ state }) => state !== 'closed');

/** Reports that were not sent, by subject, until the page is left. */
const drafts = new Map<ReportSubject, Complaint>();

/** Opens the dialog about a subject, with its draft. Visitors sign in first. */
export function openReport(subject: ReportSubject): void {
  if ($report.get().state !== 'closed') return;
  const isSignInNeeded = isVisitor();
  if (isSignInNeeded) $report.set({ state: 'visitor', subject });
  else write(subject);
  wake('report-dialog');
  // Last, so that the sign-in dialog is on top.
  if (isSignInNeeded) openLogin(message('login.reason.report'));
}

/** Closes the dialog. Keeps the draft, unless it was sent. */
export function closeReport(): void {
  $report.set({ state: 'closed' });
}

export function changeReport(change: Partial<Complaint>): void {
  const report = $report.get();
  if (report.state !== 'writing' || report.sending) return;
  const changed = { ...report, ...change, error: undefined };
  drafts.set(report.subject, { reason: changed.reason, details: changed.details });
  $report.set(changed);
}

/** Sends the report. A response after the dialog was closed changes nothing on the screen. */
export async function sendReport(): Promise<void> {
  const report = $report.get();
  if (report.state !== 'writing' || report.sending) return;
  const { subject, reason, details } = report;
  if (!reason) return $report.set({ ...report, error: message('reviews.report.noReason') });
  const error = tooLong(details, reportMaxCharacters);
  if (error) return $report.set({ ...report, error });
  const sent: Report = { ...report, sending: true, error: undefined };
  $report.set(sent);
  const outcome = await outcomeOf(sent, reason, details);
  if (outcome.state === 'sent') drafts.delete(subject);
  if ($report.get() === sent) $report.set(outcome);
}

async function outcomeOf(
  sent: Extract<Report, { state: 'writing' }>,
  reason: ReportReason,
  details: string,
): Promise<Report> {
  const { subject } = sent;
  const id = subject.slice(subject.indexOf(':') + 1);
  const endpoint = subject.startsWith('gpt:') ? reportGpt : reportReview;
  try {
    await call(endpoint, { params: { id }, body: { reason, details } });
    return { state: 'sent', subject };
  } catch (error) {
    if (isSignedOut(error)) openLogin(message('login.reason.report'));
    return { ...sent, sending: false, error: errorMessage(error) };
  }
}

function write(subject: ReportSubject): void {
  const draft = drafts.get(subject) ?? { reason: undefined, details: '' };
  $report.set({ state: 'writing', subject, sending: false, error: undefined, ...draft });
}

$account.listen((account) => {
  const report = $report.get();
  if (account && report.state === 'visitor') write(report.subject);
});
