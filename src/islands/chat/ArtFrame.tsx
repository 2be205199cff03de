import { defaultGptModel, findModel, type Model } from '#domain/models.ts';
import { chatPath } from '#domain/urls.ts';
import { Missing } from '#islands/chat/Missing.tsx';
import { useText } from '#islands/shared/text.tsx';

type Props = { kind: Exclude<Model['kind'], 'text'>; name: string };

/** The place of a model that makes pictures, music or video: not there yet, and what one can do instead. */
export function ArtFrame({ kind, name }: Props) {
  const { t, language } = useText();
  const group = findModel(defaultGptModel)?.group ?? 'openai';
  const asked = t(`conversations.instead.${kind}`);
  // What is to be shown follows; after full-width punctuation no space does.
  const text = asked.endsWith('：') ? asked : `${asked} `;
  const href = chatPath(language, { group, model: defaultGptModel }, { text });
  return (
    <Missing title={t('chat.art.title', { name })} says={t('chat.art.explanation')} models>
      <p className="mt-4">
        <a className="button" href={href}>
          {t('conversations.instead.write')}
        </a>
      </p>
    </Missing>
  );
}
