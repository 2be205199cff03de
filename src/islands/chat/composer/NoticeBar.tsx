import { ConnectionNote } from '#islands/chat/composer/ConnectionNote.tsx';
import { LongQuestionNote } from '#islands/chat/composer/LongQuestionNote.tsx';
import { LowCredits } from '#islands/chat/composer/LowCredits.tsx';
import { QueueNote } from '#islands/chat/composer/QueueNote.tsx';
import { SearchScope } from '#islands/chat/search/SearchScope.tsx';
import { useQuestionLimit } from '#islands/chat/composer/useQuestionLimit.ts';
import { type Subject, isSearch } from '#islands/chat/subject/useSubject.ts';
import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { useText } from '#islands/shared/text.tsx';

const SubjectNote = lazyPart(
  async () => (await import('#islands/chat/composer/SubjectNote.tsx')).SubjectNote,
);

/** The notes above the message box: why a question cannot be sent or may take long, and what helps. */
export function NoticeBar({ subject }: { subject: Subject }) {
  const { t } = useText();
  const limit = useQuestionLimit(subject);
  const { model } = subject;
  const isWorking = !model || (model.available && model.health === 'working');
  const hasSubjectNote = !isWorking || limit.isUnaffordable || limit.hasUnseenPicture;
  return (
    <div className="relative flex max-h-[42dvh] flex-col gap-2 overflow-y-auto pb-2 empty:hidden short:max-h-[25dvh] [@media(height<260px)]:hidden">
      <ConnectionNote />
      <QueueNote />
      {hasSubjectNote ? (
        <SubjectNote subject={subject} limit={limit} />
      ) : (
        <LowCredits price={limit.cost?.price ?? 0} />
      )}
      {limit.cost && limit.cost.steps > 1 && <LongQuestionNote cost={limit.cost} />}
      {isSearch(subject) && <SearchScope />}
      {!hasSubjectNote && model?.sandbox && (
        <p className="text-14 text-faint">{t('chat.sandbox')}</p>
      )}
    </div>
  );
}
