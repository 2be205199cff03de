import { reportMaxCharacters, reportReasons } from '#domain/reviews/reviews.ts';
import { TextField } from '#islands/reviews/TextField.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { Problem } from '#islands/shared/Problem.tsx';
import { useText } from '#islands/shared/text.tsx';
import { openLogin } from '#stores/account/loginDialog.ts';
import { message } from '#stores/browser/message.ts';
import {
  $report,
  type Report,
  changeReport,
  closeReport,
  sendReport,
} from '#stores/reviews/report.ts';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useId, useRef } from 'react';

/** Reports a GPT or a review: a reason, and optional details. */
export function ReportForm() {
  const { t } = useText();
  const report = useStore($report);
  if (report.state === 'writing') return <Writing {...report} />;
  if (report.state === 'closed') return null;
  const isSent = report.state === 'sent';
  return (
    <Notice key={report.state} text={t(isSent ? 'reviews.report.sent' : 'reviews.report.signIn')}>
      <Button onClick={() => (isSent ? closeReport() : openLogin(message('login.reason.report')))}>
        {t(isSent ? 'reviews.report.close' : 'account.signIn')}
      </Button>
    </Notice>
  );
}

function Notice({ text, children }: { text: string; children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.querySelector('button')?.focus(), []);
  return (
    <div ref={notice} className="grid gap-4">
      <output>{text}</output>
      {children}
    </div>
  );
}

type WritingProps = Extract<Report, { state: 'writing' }>;

function Writing({ subject, reason, details, sending, error }: WritingProps) {
  const { t } = useText();
  const id = useId();
  return (
    <form
      method="post"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void sendReport();
      }}
    >
      <Reasons subject={subject} reason={reason} describedBy={`${id}-error`} />
      <TextField
        label={t('reviews.report.details')}
        text={details}
        most={reportMaxCharacters}
        rows={3}
        describedBy={`${id}-error`}
        onEdit={(typed) => changeReport({ details: typed })}
      />
      <Problem id={`${id}-error`} problem={error} />
      <button className="button" disabled={sending}>
        {t(sending ? 'reviews.report.sending' : 'reviews.report.send')}
      </button>
    </form>
  );
}

type ReasonsProps = Pick<WritingProps, 'subject' | 'reason'> & { describedBy: string };

function Reasons({ subject, reason, describedBy }: ReasonsProps) {
  const { t } = useText();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const isGpt = subject.startsWith('gpt:');
  // A GPT can be broken, a review cannot.
  const reasons = reportReasons.filter((name) => isGpt || name !== 'broken');
  return (
    <fieldset aria-describedby={describedBy}>
      <legend className="mb-2 text-14 font-medium">
        {t(isGpt ? 'reviews.report.aboutGpt' : 'reviews.report.aboutReview')}
      </legend>
      {reasons.map((name, index) => (
        <label key={name} className="reason">
          <input
            ref={index === 0 ? first : undefined}
            type="radio"
            name="reason"
            value={name}
            checked={name === reason}
            onChange={() => changeReport({ reason: name })}
          />
          <span>{t(`reviews.report.${name}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
