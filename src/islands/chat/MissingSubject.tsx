import { MissingScreen } from '#islands/chat/models/MissingScreen.tsx';
import type { Subject } from '#islands/chat/subject/useSubject.ts';
import { useText } from '#islands/shared/text.tsx';

type Props = { subject: Exclude<Subject, { state: 'loading' | 'model' | 'gpt' }> };

/** The screen of a model or GPT that cannot be asked: unknown, removed or not public. */
export function MissingSubject({ subject }: Props) {
  const { t } = useText();
  const title = t('chat.missing.title');
  if (subject.state === 'unknownModel') {
    const text = t('chat.missing.model', { name: subject.name });
    return <MissingScreen title={title} text={text} hasModels />;
  }
  switch (subject.problem.key) {
    case 'errors.gpt_not_public':
      return (
        <MissingScreen
          title={title}
          text={t('chat.missing.notPublic')}
          hint={t('chat.missing.notPublicHint')}
        />
      );
    case 'errors.gone':
      return <MissingScreen title={title} text={t('chat.missing.gone')} />;
    default:
      return <MissingScreen title={title} text={t('chat.missing.gpt')} />;
  }
}
