import { chatScreenPath } from '#domain/chat/chatPaths.ts';
import { MoreCredits } from '#islands/chat/controls/MoreCredits.tsx';
import { OtherModelLink } from '#islands/chat/models/OtherModelLink.tsx';
import { useAlternative } from '#islands/chat/models/useAlternative.ts';
import { withPrice } from '#islands/chat/models/withPrice.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import type { Subject } from '#islands/chat/subject/useSubject.ts';
import { useQuestionPrice } from '#islands/chat/subject/useQuestionPrice.ts';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { askAgain, editUnsent } from '#stores/chat/chat.ts';
import { canBecomeBranch } from '#stores/chat/questionPosition.ts';
import { namedPrice } from '#stores/chat/questionPrice.ts';
import { type Message, isOwnLimit } from '#stores/browser/message.ts';
import { $isIdle, type Question } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';

/** The end of each countdown. It is kept outside of the component, because a virtual list may mount it again. */
const ends = new WeakMap<Message, number>();

/** Shows why a question was not sent, with actions: send again, edit, and an action that fits the reason. */
export function UnsentDetails({ question, subject }: { question: Question; subject: Subject }) {
  const { t } = useText();
  const problem = question.delivery.state === 'unsent' ? question.delivery.problem : undefined;
  const seconds = useCountdown(problem);
  const isIdle = useStore($isIdle);
  const cost = useQuestionPrice(subject, question);
  const price = namedPrice(question) ?? (cost && cost.steps > 1 ? cost.price : undefined);
  if (!problem) return null;
  const edit = (): void => {
    // The error names a file that the server no longer has.
    editUnsent(question, problem.values['id']);
    document.getElementById('message')?.focus();
  };
  return (
    <div className="text-right text-14">
      <Reason problem={problem} seconds={seconds} />
      <div className="mt-1.5 flex flex-wrap justify-end gap-2">
        <NextStep problem={problem} subject={subject} />
        <Button
          look="quiet"
          className="text-14"
          disabled={!isIdle || (seconds !== undefined && seconds > 0)}
          onClick={() => askAgain(question.key, { beyondLimit: isOwnLimit(problem) })}
        >
          {withPrice(t, t(isOwnLimit(problem) ? 'chat.askAnyway' : 'chat.sendAgain'), price)}
        </Button>
        {canBecomeBranch(question) && (
          <Button
            look="quiet"
            className="text-14"
            disabled={!isIdle}
            onClick={() => askAgain(question.key, { asBranch: true })}
          >
            {withPrice(t, t('chat.sendAsBranch'), price)}
          </Button>
        )}
        <Button look="quiet" className="text-14" onClick={edit}>
          {t('chat.editLost')}
        </Button>
      </div>
    </div>
  );
}

/** The error message. A countdown in it is hidden from screen readers until it has ended. */
function Reason({ problem, seconds }: { problem: Message; seconds: number | undefined }) {
  const { t } = useText();
  const isCounting = seconds !== undefined && seconds > 0;
  const { tokens, max_tokens: most } = problem.values;
  const text = seconds === 0 ? t('composer.again') : t(problem.key, problem.values);
  return (
    <>
      <p role="alert">
        <strong className="font-semibold text-negative">{t('chat.lost')}</strong>{' '}
        <span className={isCounting ? 'sr-only' : ''}>{text}</span>
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

function countdownText(t: TranslateInBrowser, seconds: number): string {
  if (seconds <= 120) return t('errors.too_many_requests_seconds', { count: seconds });
  return t('errors.too_many_requests_minutes', { count: Math.ceil(seconds / 60) });
}

/** Errors for which another model may help. */
const modelErrors = [
  'errors.model_unavailable',
  'errors.model_resting',
  'errors.model_closed',
  'errors.unknown_model',
  'errors.server_busy',
  'errors.question_too_long',
  'errors.attachment_not_accepted',
];

function NextStep({ problem, subject }: { problem: Message; subject: Subject }) {
  const other = useAlternative(subject, {
    sees: problem.key === 'errors.attachment_not_accepted' ? 'image' : undefined,
    takesMore: problem.key === 'errors.question_too_long',
  });
  if (problem.key === 'errors.no_credits') return <MoreCredits />;
  if (isOwnLimit(problem)) return <LimitLink />;
  return other && modelErrors.includes(problem.key) ? <OtherModelLink model={other} /> : null;
}

/** Leads to the settings of the user's own limits. */
function LimitLink() {
  const { t, language } = useText();
  return (
    <a
      className="button button-quiet text-14"
      href={`${chatScreenPath(language, 'settings')}#limits`}
    >
      {t('chat.changeLimit')}
    </a>
  );
}

/** Returns the seconds until a rate limit ends, then 0; `undefined` for problems without a time. */
function useCountdown(problem: Message | undefined): number | undefined {
  const end = problem && endOf(problem);
  const [left, setLeft] = useState(() => secondsUntil(end));
  useEffect(() => {
    if (end === undefined) return undefined;
    const timer = setInterval(() => {
      const seconds = secondsUntil(end);
      setLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
  }, [end]);
  return end === undefined ? undefined : left;
}

function secondsUntil(end: number | undefined): number | undefined {
  return end === undefined ? undefined : Math.max(0, Math.ceil((end - Date.now()) / 1_000));
}

function endOf(problem: Message): number | undefined {
  const known = ends.get(problem);
  if (known !== undefined) return known;
  const unit = { too_many_requests_seconds: 1_000, too_many_requests_minutes: 60_000 };
  const milliseconds = unit[problem.key.replace('errors.', '') as keyof typeof unit];
  const count = problem.values['count'];
  if (milliseconds === undefined || typeof count !== 'number') return undefined;
  const end = Date.now() + count * milliseconds;
  ends.set(problem, end);
  return end;
}
