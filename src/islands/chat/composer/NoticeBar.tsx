import { LowCredits } from '#islands/chat/composer/LowCredits.tsx';
import { SearchScope } from '#islands/chat/search/SearchScope.tsx';
import { useQuestionLimit } from '#islands/chat/composer/useQuestionLimit.ts';
import { TemporaryNote } from '#islands/chat/composer/TemporaryNote.tsx';
import { type Subject, isSearch } from '#islands/chat/subject/useSubject.ts';
import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { useText } from '#islands/shared/text.tsx';
import { ComposerNote } from '#islands/chat/composer/ComposerNote.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { $connection } from '#stores/browser/connection.ts';
import { $isDraftUnkept } from '#stores/drafts/drafts.ts';
import { $isQueueUnkept, $queue } from '#stores/drafts/queue.ts';
import { $waitsToSend, forgetSending, sendDraft } from '#stores/chat/sending.ts';
import { useStore } from '@nanostores/react';
import { WifiOff, Hourglass } from 'lucide-react';
import { type QuestionPrice, costsSeveralSteps } from '#stores/chat/questionPrice.ts';
import { $runningAnswer } from '#stores/thread/thread.ts';

const SubjectNote = lazyPart(
  async () => (await import('#islands/chat/composer/SubjectNote.tsx')).SubjectNote,
);

const QueuedQuestions = lazyPart(
  async () => (await import('#islands/chat/composer/QueuedQuestions.tsx')).QueuedQuestions,
);

/** Above the message box: the queue, and a note why a question cannot be sent or may take long, with the remedy. */
export function NoticeBar({ subject }: { subject: Subject }) {
  const { t } = useText();
  const limit = useQuestionLimit(subject);
  const { model } = subject;
  const isWorking = !model || (model.available && model.health === 'working');
  const hasSubjectNote = !isWorking || limit.isUnaffordable || limit.unseen !== undefined;
  return (
    <div className="relative flex max-h-[42dvh] flex-col gap-2 overflow-y-auto pb-2 [&:not(:has(>:not(:empty)))]:hidden short:max-h-[25dvh] [@media(height<260px)]:hidden">
      {useStore($queue).length > 0 && <QueuedQuestions />}
      {isSearch(subject) && <SearchScope />}
      {/* One note at a time, the most important first: the next one follows when it is closed or has become pointless. */}
      <div className="empty:hidden [&>*+*]:hidden">
        <ConnectionNote />
        {hasSubjectNote && <SubjectNote subject={subject} limit={limit} />}
        <UnkeptNote />
        <QueueNote />
        <TemporaryNote />
        {limit.cost && costsSeveralSteps(limit.cost) && <LongQuestionNote cost={limit.cost} />}
        {!hasSubjectNote && <LowCredits price={limit.cost?.price ?? 0} />}
        {!hasSubjectNote && model?.sandbox && (
          <p className="text-14 text-faint">{t('chat.sandbox')}</p>
        )}
      </div>
    </div>
  );
}

/** Warns that the text in the message box, or a question of the queue, would be lost with the page. */
function UnkeptNote() {
  const { t } = useText();
  const isUnkept = [useStore($isDraftUnkept), useStore($isQueueUnkept)].includes(true);
  return isUnkept && <ComposerNote text={t('composer.unkept')} isDismissable />;
}

/** Shows that the browser is offline. When it is online again, it offers to send the draft; nothing is sent without that. */
function ConnectionNote() {
  const { t } = useText();
  const offline = useStore($connection) === 'offline';
  const waits = useStore($waitsToSend);
  if (offline) {
    const text = (
      <>
        {waits && <strong className="font-semibold">{t('chat.lost')} </strong>}
        <span>{t('composer.offline')}</span>
      </>
    );
    return (
      <ComposerNote
        icon={<WifiOff aria-hidden="true" size={18} />}
        iconColour="text-warning"
        text={text}
      />
    );
  }
  if (!waits) return null;
  return (
    <ComposerNote text={t('composer.back.says')}>
      <Button className="text-14" onClick={sendDraft}>
        {t('composer.back.send')}
      </Button>
      <Button look="small" onClick={forgetSending}>
        {t('composer.back.later')}
      </Button>
    </ComposerNote>
  );
}

/** Says that the draft costs its price several times, and why. Screen readers read it when the price changes. */
function LongQuestionNote({ cost: { price, each, steps } }: { cost: QuestionPrice }) {
  const { t } = useText();
  const values = { price: t('chat.price', { count: price }), steps, each };
  return <ComposerNote text={t('composer.long', values)} isDismissable />;
}

/** Shows how many questions are in the queue before this one. */
function QueueNote() {
  const { t } = useText();
  const ahead = useStore($runningAnswer)?.ahead;
  if (ahead === undefined) return null;
  const text = ahead === 0 ? t('composer.queueNext') : t('composer.queue', { count: ahead });
  return <ComposerNote icon={<Hourglass aria-hidden="true" size={18} />} text={text} />;
}
