import { AskOther } from '#islands/chat/composer/AskOther.tsx';
import { LimitReached } from '#islands/chat/composer/LimitReached.tsx';
import { ModelHealth } from '#islands/chat/models/ModelHealth.tsx';
import { Note } from '#islands/chat/composer/Note.tsx';
import { Notice } from '#islands/chat/composer/Notice.tsx';
import { useAlternative } from '#islands/chat/models/useAlternative.ts';
import type { QuestionLimit } from '#islands/chat/composer/useQuestionLimit.ts';
import type { Subject } from '#islands/chat/useSubject.ts';
import { useText } from '#islands/shared/text.tsx';
import type { ChatModel } from '#stores/models/models.ts';

/** The most important one of what there is to say about the model and the balance. */
export function SubjectNote({ subject, limit }: { subject: Subject; limit: QuestionLimit }) {
  const model = 'model' in subject ? subject.model : undefined;
  if (model && !model.available) return <Unavailable subject={subject} />;
  if (limit.unpaid) return <LimitReached subject={subject} />;
  if (model && limit.unseen) return <Unseen subject={subject} model={model} />;
  if (model && model.health !== 'working') return <Disturbed subject={subject} model={model} />;
  return null;
}

function Unavailable({ subject }: { subject: Subject }) {
  const { t } = useText();
  const other = useAlternative(subject);
  const model = 'model' in subject ? subject.model : undefined;
  const name = model?.title ?? '';
  const [title, says] = whyUnavailable(model);
  return (
    <Notice title={t(title, { name })} says={t(says)}>
      {other && <AskOther model={other} />}
    </Notice>
  );
}

/** Title and explanation of why a model takes no questions. */
function whyUnavailable(model: ChatModel | undefined) {
  if (model?.closed) return ['chat.closed.title', 'chat.closed.explanation'] as const;
  if (model?.resting) return ['chat.resting.title', 'chat.resting.explanation'] as const;
  return ['chat.unavailable.title', 'chat.unavailable.explanation'] as const;
}

type Props = { subject: Subject; model: ChatModel };

function Unseen({ subject, model }: Props) {
  const { t } = useText();
  const other = useAlternative(subject, { sees: true });
  const isGpt = subject.state === 'gpt';
  return (
    <Note says={t('composer.unseen', { name: isGpt ? subject.name : model.title })}>
      {other && <AskOther model={other} />}
    </Note>
  );
}

/** The alternative answers in place of a model; a GPT is what it is. */
function Disturbed({ subject, model }: Props) {
  const { t } = useText();
  const other = useAlternative(subject);
  const key = model.health === 'down' ? 'composer.down' : 'composer.slow';
  return (
    <Note icon={<ModelHealth health={model.health} isQuiet />} says={t(key, { name: model.title })}>
      {other && subject.state === 'model' && <AskOther model={other} />}
    </Note>
  );
}
