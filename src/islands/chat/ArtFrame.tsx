import { MediaInstead } from '#islands/chat/media/MediaInstead.tsx';
import { whyNoMedia } from '#islands/chat/media/whyNoMedia.ts';
import { Missing } from '#islands/chat/Missing.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { ChatModel } from '#stores/models/models.ts';

/** The place of a media model that cannot be asked: not there yet or closed, and what one can do instead. */
export function ArtFrame({ model }: { model: ChatModel }) {
  const { t } = useText();
  const [title, says] = whyNoMedia(model);
  return (
    <Missing title={t(title, { name: model.title })} says={t(says)} models>
      <p className="mt-4 flex flex-wrap gap-2">
        <MediaInstead model={model} />
      </p>
    </Missing>
  );
}
