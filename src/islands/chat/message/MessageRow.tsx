import { AnswerItem } from '#islands/chat/message/AnswerItem.tsx';
import { QuestionItem } from '#islands/chat/message/QuestionItem.tsx';
import type { Subject } from '#islands/chat/subject/useSubject.ts';
import type { MessageRow as Row } from '#stores/thread/messageRows.ts';

/** One message of the shown branch. */
export function MessageRow({ row, subject }: { row: Row; subject: Subject }) {
  const { message, versions, isLast } = row;
  return message.role === 'user' ? (
    <QuestionItem question={message} versions={versions} subject={subject} />
  ) : (
    <AnswerItem answer={message} versions={versions} subject={subject} isLast={isLast} />
  );
}
