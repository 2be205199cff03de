import { MediaAlternatives } from '#islands/chat/media/MediaAlternatives.tsx';
import { whyUnavailable } from '#islands/chat/models/whyUnavailable.ts';
import { MissingScreen } from '#islands/chat/controls/MissingScreen.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { ChatModel } from '#stores/models/models.ts';

/** The screen of a media model that cannot be asked, with alternatives. */
export function MediaUnavailable({ model }: { model: ChatModel }) {
  const { t } = useText();
  const [title, text] = whyUnavailable(model);
  return (
    <MissingScreen title={t(title, { name: model.title })} text={t(text)} hasModels>
      <p className="mt-4 flex flex-wrap gap-2">
        <MediaAlternatives model={model} />
      </p>
    </MissingScreen>
  );
}
