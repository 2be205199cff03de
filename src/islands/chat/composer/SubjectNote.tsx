import { BlockedNotice } from '#islands/chat/controls/BlockedNotice.tsx';
import { ComposerNote } from '#islands/chat/composer/ComposerNote.tsx';
import { LimitReached } from '#islands/chat/composer/LimitReached.tsx';
import { ModelHealth } from '#islands/chat/models/ModelHealth.tsx';
import { OtherModelLink } from '#islands/chat/models/OtherModelLink.tsx';
import { whyUnavailable } from '#islands/chat/models/whyUnavailable.ts';
import { useAlternative } from '#islands/chat/models/useAlternative.ts';
import type { QuestionLimit } from '#islands/chat/composer/useQuestionLimit.ts';
import type { Subject } from '#islands/chat/subject/useSubject.ts';
import { useText } from '#islands/shared/text.tsx';
import type { ChatModel } from '#stores/models/models.ts';

/** The most important note about the model and the balance. */
export function SubjectNote({ subject, limit }: { subject: Subject; limit: QuestionLimit }) {
  const { model } = subject;
  if (model && !model.available) return <Unavailable subject={subject} model={model} />;
  if (limit.isUnaffordable) {
    return <LimitReached subject={subject} price={limit.cost?.price ?? 0} />;
  }
  if (model && limit.unseen) {
    return <UnseenFile subject={subject} model={model} unseen={limit.unseen} />;
  }
  if (model && model.health !== 'working') return <SlowOrDown subject={subject} model={model} />;
  return null;
}

type Props = { subject: Subject; model: ChatModel };

function Unavailable({ subject, model }: Props) {
  const { t } = useText();
  const other = useAlternative(subject);
  const [title, text] = whyUnavailable(model);
  return (
    <BlockedNotice title={t(title, { name: model.title })} text={t(text)}>
      {other && <OtherModelLink model={other} />}
    </BlockedNotice>
  );
}

type UnseenProps = Props & { unseen: NonNullable<QuestionLimit['unseen']> };

/** The model cannot look at the attached picture, or at the pages of a PDF without a text. */
function UnseenFile({ subject, model, unseen }: UnseenProps) {
  const { t } = useText();
  const other = useAlternative(subject, { sees: unseen === 'scan' ? 'pdf' : 'image' });
  const name = subject.state === 'gpt' ? subject.name : model.title;
  return (
    <ComposerNote
      text={t(unseen === 'scan' ? 'composer.scan' : 'composer.unseen', { name })}
      isDismissable
    >
      {other && <OtherModelLink model={other} />}
    </ComposerNote>
  );
}

/** Offers an alternative to a slow model. A GPT has no alternative. */
function SlowOrDown({ subject, model }: Props) {
  const { t } = useText();
  const other = useAlternative(subject);
  const key = model.health === 'down' ? 'composer.down' : 'composer.slow';
  return (
    <ComposerNote
      icon={<ModelHealth health={model.health} isQuiet />}
      text={t(key, { name: model.title })}
      isDismissable
    >
      {other && subject.state === 'model' && <OtherModelLink model={other} />}
    </ComposerNote>
  );
}
