import { defaultGptModel, findModel } from '#domain/models.ts';
import { chatPath } from '#domain/urls.ts';
import { Missing } from '#islands/chat/Missing.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { ChatModel } from '#stores/models.ts';

/** The place of a media model that cannot be asked: not there yet or closed, and what one can do instead. */
export function ArtFrame({ model: { kind, title: name, closed } }: { model: ChatModel }) {
  const { t, language } = useText();
  const group = findModel(defaultGptModel)?.group ?? 'openai';
  const asked = t(`conversations.instead.${kind}`);
  // What is to be shown follows; after full-width punctuation no space does.
  const text = asked.endsWith('：') ? asked : `${asked} `;
  const href = chatPath(language, { group, model: defaultGptModel }, { text });
  return (
    <Missing
      title={t(closed === null ? 'chat.art.title' : 'chat.closed.title', { name })}
      says={t(closed === null ? 'chat.art.explanation' : 'chat.closed.explanation')}
      models
    >
      <p className="mt-4">
        <a className="button" href={href}>
          {t('conversations.instead.write')}
        </a>
      </p>
    </Missing>
  );
}
