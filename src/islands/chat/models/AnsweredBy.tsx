import { upstreamTitle } from '#domain/models/upstreamTitle.ts';
import { OtherModelLink } from '#islands/chat/models/OtherModelLink.tsx';
import { successorText } from '#islands/chat/models/modelTip.ts';
import { useText } from '#islands/shared/text.tsx';
import { $models, type ChatModel } from '#stores/models/models.ts';
import { useStore } from '@nanostores/react';

/** Who answers in the place of a model, in one line. A press on it shows why, and offers that model itself. */
export function AnsweredBy({ model }: { model: ChatModel }) {
  const { t } = useText();
  const { models } = useStore($models);
  if (model.successor === null) return null;
  const name = upstreamTitle(model.successor);
  const itself = models.find(
    ({ title, available, successor }) => title === name && available && successor === null,
  );
  return (
    <details className="text-14 text-soft">
      <summary className="-mx-1 inline-flex min-h-9 cursor-pointer list-none flex-wrap items-center gap-x-1.5 rounded-small px-1 touch:min-h-11">
        <span>{successorText(t, model)}</span>
        <span className="text-accent underline underline-offset-2">{t('models.why')}</span>
      </summary>
      <p className="pb-2">{t('models.successorWhy', { title: model.title, name })}</p>
      {itself && <OtherModelLink model={itself} />}
    </details>
  );
}
