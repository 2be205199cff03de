import { defaultGptModel, findModel } from '#domain/models/models.ts';
import { chatPath } from '#domain/chat/chatPaths.ts';
import { priceText } from '#islands/chat/models/priceEach.ts';
import { useText } from '#islands/shared/text.tsx';
import { $models, type ChatModel } from '#stores/models/models.ts';
import { useStore } from '@nanostores/react';

/** Links to other media models of the same kind, and to a text model for a description. */
export function MediaAlternatives({ model: { id, kind } }: { model: ChatModel }) {
  const { t, language } = useText();
  const { models } = useStore($models);
  const others = models.filter((one) => one.kind === kind && one.available && one.id !== id);
  const prompt = t(`conversations.instead.${kind}`);
  // The user completes the prompt. Full-width punctuation needs no space after it.
  const text = prompt.endsWith('：') ? prompt : `${prompt} `;
  const writer = { group: findModel(defaultGptModel)?.group ?? 'openai', model: defaultGptModel };
  return (
    <>
      {others.map(({ id: other, group, title, price }) => (
        <a key={other} className="button" href={chatPath(language, { group, model: other })}>
          {t('chat.limit.cheaper', { name: title, price: priceText(t, price) })}
        </a>
      ))}
      <a
        className={others.length > 0 ? 'button button-quiet' : 'button'}
        href={chatPath(language, writer, { text })}
      >
        {t(`conversations.instead.describe.${kind}`)}
      </a>
    </>
  );
}
