import { reportMaxCharacters, reportReasons } from '#domain/reviews.ts';
import { TextField } from '#islands/reviews/TextField.tsx';
import { useText } from '#islands/shared/text.tsx';
import { openLogin } from '#stores/account/login.ts';
import {
  $report,
  type Report,
  changeReport,
  closeReport,
  sendReport,
} from '#stores/reviews/report.ts';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useId, useRef } from 'react';

/** Reporting a GPT or a review: what is wrong, and more words where wanted. */
export function ReportForm() {
  const { t } = useText();
  const report = useStore($report);
  if (report.state === 'writing') return <Writing {...report} />;
  if (report.state === 'closed') return null;
  const isSent = report.state === 'sent';
  return (
    <Notice key={report.state} text={t(isSent ? 'reviews.report.sent' : 'reviews.report.signIn')}>
      <button type="button" className="button" onClick={isSent ? closeReport : openLogin}>
        {t(isSent ? 'reviews.report.close' : 'account.signIn')}
      </button>
    </Notice>
  );
}

function Notice({ text, children }: { text: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('button')?.focus(), []);
  return (
    <div ref={place} className="grid gap-4">
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
      <p id={`${id}-error`} role="alert" className="text-14 text-negative empty:hidden">
        {error && t(error.key, error.values)}
      </p>
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
  // A review has nothing that could be out of order.
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
          {t(`reviews.report.${name}`)}
        </label>
      ))}
    </fieldset>
  );
}
