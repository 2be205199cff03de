import { EditQuestion } from '#islands/chat/message/EditQuestion.tsx';
import { UnsentQuestion } from '#islands/chat/message/UnsentQuestion.tsx';
import { MessageAttachments } from '#islands/chat/message/MessageAttachments.tsx';
import { MessageMore } from '#islands/chat/message/MessageMore.tsx';
import { MessageTime } from '#islands/chat/controls/MessageTime.tsx';
import type { Subject } from '#islands/chat/subject/useSubject.ts';
import { VersionSwitch } from '#islands/chat/message/VersionSwitch.tsx';
import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { Versions } from '#stores/thread/branches.ts';
import { $editing, editQuestion } from '#stores/chat/editing.ts';
import { copyText } from '#stores/browser/copyText.ts';
import type { Question } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { Copy, Pencil } from 'lucide-react';
import { memo, useState } from 'react';

type Props = { question: Question; versions: Versions | undefined; subject: Subject };

/** Longer questions are folded until the user unfolds them. */
const foldedCharacters = 1_200;
const foldedLines = 16;

/** The user's question. An unsent one shows the reason, and can be sent again or edited. */
export const QuestionItem = memo(function QuestionItem({ question, versions, subject }: Props) {
  const { t } = useText();
  const isEdited = useStore($editing)?.key === question.key;
  return (
    <div className="flex flex-col items-end gap-1.5">
      <h2 className="sr-only text-14 text-soft print:not-sr-only">{t('chat.you')}</h2>
      <MessageAttachments attachments={question.attachments} />
      {isEdited ? (
        <EditQuestion subject={subject} attachments={question.attachments} />
      ) : (
        <>
          {question.text !== '' && <QuestionText key={question.key} text={question.text} />}
          {question.delivery.state === 'unsent' ? (
            <UnsentQuestion question={question} subject={subject} />
          ) : (
            <Foot question={question} versions={versions} />
          )}
        </>
      )}
    </div>
  );
});

function QuestionText({ text }: { text: string }) {
  const { t } = useText();
  const [unfolded, setUnfolded] = useState(false);
  const isLong =
    text.length > foldedCharacters || text.split('\n', foldedLines + 1).length > foldedLines;
  return (
    <>
      <p
        dir="auto"
        translate="yes"
        data-question-text
        className={`max-w-[85%] min-w-0 rounded-large bg-sunken px-4 py-2.5 whitespace-pre-wrap ${isLong && !unfolded ? 'question-folded' : ''}`}
      >
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          className="message-button px-2 text-14"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {t(unfolded ? 'chat.showLess' : 'chat.showAll')}
        </button>
      )}
    </>
  );
}

function Foot({ question, versions }: Omit<Props, 'subject'>) {
  const { t } = useText();
  return (
    <div className="-mr-1 flex flex-wrap items-center justify-end gap-1">
      <MessageTime created={question.created} />
      <VersionSwitch versions={versions} />
      {question.text !== '' && (
        <IconButton
          label={t('chat.copyQuestion')}
          icon={Copy}
          size={15}
          hasTip
          look="message-button"
          onClick={() => void copyText(question.text, 'chat.questionCopied')}
        />
      )}
      {question.delivery.state === 'sent' && (
        <IconButton
          label={t('chat.edit.begin')}
          icon={Pencil}
          size={15}
          hasTip
          look="message-button"
          onClick={() => editQuestion(question)}
        />
      )}
      {question.text !== '' && <MessageMore message={question} />}
    </div>
  );
}
