import type { Mail } from '#server/gateways/mail/mail.ts';
import type { Report } from '#server/services/report/readReport.ts';
import { attentionSentences } from '#server/services/report/attention.ts';
import { reportHtml } from '#server/services/report/reportHtml.ts';
import { reportText, reportTitle } from '#server/services/report/reportText.ts';

/**
 * Returns the mail with a report. Many mail programs leave its drawings out; the tables beneath have the same values. A
 * mail of the same period that is sent again after a crash has the same id.
 */
export function reportMail(to: string, report: Report): Mail {
  const { period, site } = report;
  const attention = attentionSentences(report).length;
  const mark =
    attention === 0
      ? ''
      : ` – ${attention} ${attention === 1 ? 'thing needs' : 'things need'} attention`;
  return {
    to,
    subject: `${reportTitle(report)}${mark}`,
    text: reportText(report),
    html: reportHtml(report),
    messageId: `<report-${period.name}@${new URL(site).hostname}>`,
  };
}
