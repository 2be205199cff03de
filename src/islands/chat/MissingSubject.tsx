import { Missing } from '#islands/chat/Missing.tsx';
import type { Subject } from '#islands/chat/useSubject.ts';
import { useText } from '#islands/shared/text.tsx';

type Props = { subject: Exclude<Subject, { state: 'loading' | 'model' | 'gpt' }> };

/** A model or GPT that cannot be asked by anybody: unknown, removed or not public. */
export function MissingSubject({ subject }: Props) {
  const { t } = useText();
  const title = t('chat.missing.title');
  if (subject.state === 'unknownModel') {
    return <Missing title={title} says={t('chat.missing.model', { name: subject.name })} models />;
  }
  switch (subject.problem.key) {
    case 'errors.gpt_not_public':
      return (
        <Missing
          title={title}
          says={t('chat.missing.notPublic')}
          hint={t('chat.missing.notPublicHint')}
        />
      );
    case 'errors.gone':
      return <Missing title={title} says={t('chat.missing.gone')} />;
    default:
      return <Missing title={title} says={t('chat.missing.gpt')} />;
  }
}
