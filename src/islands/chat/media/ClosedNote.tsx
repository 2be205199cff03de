import { Notice } from '#islands/chat/composer/Notice.tsx';
import { MediaInstead } from '#islands/chat/media/MediaInstead.tsx';
import { whyNoMedia } from '#islands/chat/media/whyNoMedia.ts';
import { useText } from '#islands/shared/text.tsx';
import { $areModelsRequested, type ChatModel } from '#stores/models/models.ts';
import { useStore } from '@nanostores/react';

/** Below the messages of a media model that makes nothing now, in place of the message box: why, and what does. */
export function ClosedNote({ model }: { model: ChatModel }) {
  const { t } = useText();
  const isKnown = useStore($areModelsRequested);
  if (!isKnown) return null;
  const [title, says] = whyNoMedia(model);
  return (
    <div className="mx-auto w-full max-w-190 px-4 pb-4 max-md:px-3 max-md:pb-3">
      <Notice title={t(title, { name: model.title })} says={t(says)}>
        <MediaInstead model={model} />
      </Notice>
    </div>
  );
}
