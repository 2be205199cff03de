import { defaultGptModel, findModel } from '#domain/models.ts';
import { chatPath } from '#domain/urls.ts';
import { useText } from '#islands/shared/text.tsx';
import { $models, type ChatModel } from '#stores/models/models.ts';
import { useStore } from '@nanostores/react';

/** Alternatives to a media model: others of its kind, and a model that describes the wanted file. */
export function MediaInstead({ model: { id, kind, closed } }: { model: ChatModel }) {
  const { t, language } = useText();
  const { models } = useStore($models);
  const others = models.filter((one) => one.kind === kind && one.available && one.id !== id);
  const asked = t(`conversations.instead.${kind}`);
  // The alternatives follow; full-width punctuation needs no space after it.
  const text = asked.endsWith('：') ? asked : `${asked} `;
  const writer = { group: findModel(defaultGptModel)?.group ?? 'openai', model: defaultGptModel };
  return (
    <>
      {others.map(({ id: other, group, title, price }) => (
        <a key={other} className="button" href={chatPath(language, { group, model: other })}>
          {t('chat.limit.cheaper', { name: title, price: t('chat.price', { count: price }) })}
        </a>
      ))}
      <a
        className={others.length > 0 ? 'button button-quiet' : 'button'}
        href={chatPath(language, writer, { text })}
      >
        {t(closed === null ? 'conversations.instead.write' : 'conversations.instead.describe')}
      </a>
    </>
  );
}
