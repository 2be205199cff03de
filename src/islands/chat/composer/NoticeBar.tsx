import { ConnectionNote } from '#islands/chat/composer/ConnectionNote.tsx';
import { LowCredits } from '#islands/chat/composer/LowCredits.tsx';
import { QueueNote } from '#islands/chat/composer/QueueNote.tsx';
import { SearchScope } from '#islands/chat/search/SearchScope.tsx';
import { useQuestionLimit } from '#islands/chat/composer/useQuestionLimit.ts';
import { type Subject, isSearch } from '#islands/chat/useSubject.ts';
import { fetchLater } from '#islands/shared/fetchLater.ts';
import { useText } from '#islands/shared/text.tsx';
import { Suspense } from 'react';

const SubjectNote = fetchLater(
  async () => (await import('#islands/chat/composer/SubjectNote.tsx')).SubjectNote,
  () => null,
);

/** Above the message box: why a question cannot be asked now or may take long, and what one can do instead. */
export function NoticeBar({ subject }: { subject: Subject }) {
  const { t } = useText();
  const limit = useQuestionLimit(subject);
  const model = 'model' in subject ? subject.model : undefined;
  const isWell = !model || (model.available && model.health === 'working');
  const isQuiet = isWell && !limit.unpaid && !limit.unseen;
  return (
    <div className="flex max-h-[42dvh] flex-col gap-2 overflow-y-auto pb-2 empty:hidden short:max-h-[25dvh] [@media(height<260px)]:hidden">
      <ConnectionNote />
      <QueueNote />
      {!isQuiet && (
        <Suspense fallback={null}>
          <SubjectNote subject={subject} limit={limit} />
        </Suspense>
      )}
      {isQuiet && <LowCredits subject={subject} />}
      {isSearch(subject) && <SearchScope />}
      {isQuiet && model?.sandbox && <p className="text-14 text-faint">{t('chat.sandbox')}</p>}
    </div>
  );
}
