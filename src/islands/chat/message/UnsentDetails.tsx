import { pricingPath } from '#domain/urls.ts';
import { AskOther } from '#islands/chat/composer/AskOther.tsx';
import { useAlternative } from '#islands/chat/models/useAlternative.ts';
import { useCountdown } from '#islands/chat/message/useCountdown.ts';
import type { Subject } from '#islands/chat/useSubject.ts';
import { useText } from '#islands/shared/text.tsx';
import { putBackAttachments } from '#stores/chat/attachments.ts';
import { askAgain, forgetUnsent } from '#stores/chat/chat.ts';
import { editDraft } from '#stores/chat/drafts.ts';
import type { Message } from '#stores/browser/message.ts';
import { openRedeem } from '#stores/account/redeem.ts';
import type { Question } from '#stores/thread/thread.ts';

/** Why a question was not sent, and what one can do: send it again, change it, or what its refusal calls for. */
export function UnsentDetails({ question, subject }: { question: Question; subject: Subject }) {
  const { t } = useText();
  const problem = question.delivery.state === 'unsent' ? question.delivery.problem : undefined;
  const seconds = useCountdown(problem);
  if (!problem) return null;
  const edit = (): void => {
    forgetUnsent(question.key);
    editDraft(question.text);
    // A file that the server no longer has is named by its refusal.
    putBackAttachments(question.attachments.filter(({ id }) => id !== problem.values['id']));
    document.getElementById('message')?.focus();
  };
  return (
    <div className="text-right text-14">
      <Reason problem={problem} seconds={seconds} />
      <div className="mt-1.5 flex flex-wrap justify-end gap-2">
        <NextStep problem={problem} subject={subject} />
        <button
          type="button"
          className="button button-quiet text-14"
          disabled={seconds !== undefined && seconds > 0}
          onClick={() => askAgain(question.key)}
        >
          {t('chat.sendAgain')}
        </button>
        <button type="button" className="button button-quiet text-14" onClick={edit}>
          {t('chat.editLost')}
        </button>
      </div>
    </div>
  );
}

/** The sentence of a refusal. Seconds that pass are not read out, their end is. */
function Reason({ problem, seconds }: { problem: Message; seconds: number | undefined }) {
  const { t } = useText();
  const isCounting = seconds !== undefined && seconds > 0;
  const { tokens, max_tokens: most } = problem.values;
  const says = seconds === 0 ? t('composer.again') : t(problem.key, problem.values);
  return (
    <>
      <p role="alert">
        <strong className="font-semibold text-negative">{t('chat.lost')}</strong>{' '}
        <span className={isCounting ? 'sr-only' : ''}>{says}</span>
        {isCounting && (
          <span aria-hidden="true" className="tabular-nums">
            {countdownText(t, seconds)}
          </span>
        )}
      </p>
      {tokens !== undefined && most !== undefined && (
        <p className="text-soft tabular-nums">{t('composer.tokens', { tokens, most })}</p>
      )}
      {problem.key === 'errors.gpt_not_public' && (
        <p className="text-soft">{t('chat.missing.notPublicHint')}</p>
      )}
    </>
  );
}

function countdownText(t: ReturnType<typeof useText>['t'], seconds: number): string {
  if (seconds <= 120) return t('errors.too_many_requests_seconds', { count: seconds });
  return t('errors.too_many_requests_minutes', { count: Math.ceil(seconds / 60) });
}

/** Refusals that another model may not give. */
const ofModel = [
  'errors.model_unavailable',
  'errors.model_resting',
  'errors.model_closed',
  'errors.unknown_model',
  'errors.server_busy',
  'errors.question_too_long',
  'errors.attachment_not_accepted',
];

function NextStep({ problem, subject }: { problem: Message; subject: Subject }) {
  const { t, language } = useText();
  const other = useAlternative(subject, {
    sees: problem.key === 'errors.attachment_not_accepted',
    reads: problem.key === 'errors.question_too_long',
  });
  if (problem.key === 'errors.no_credits') {
    return (
      <>
        <a className="button button-quiet text-14" href={pricingPath(language)}>
          {t('chat.limit.pricing')}
        </a>
        <button type="button" className="button button-quiet text-14" onClick={openRedeem}>
          {t('chat.limit.gift')}
        </button>
      </>
    );
  }
  return other && ofModel.includes(problem.key) ? <AskOther model={other} /> : null;
}
