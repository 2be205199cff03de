import { BlockedNotice } from '#islands/chat/controls/BlockedNotice.tsx';
import { MediaAlternatives } from '#islands/chat/media/MediaAlternatives.tsx';
import { whyUnavailable } from '#islands/chat/models/whyUnavailable.ts';
import { useText } from '#islands/shared/text.tsx';
import { $areModelsRequested, type ChatModel } from '#stores/models/models.ts';
import { useStore } from '@nanostores/react';

/** Replaces the message box of a media model that cannot be asked now: the reason, and alternatives. */
export function ClosedNote({ model }: { model: ChatModel }) {
  const { t } = useText();
  const isKnown = useStore($areModelsRequested);
  if (!isKnown) return null;
  const [title, text] = whyUnavailable(model);
  return (
    <div className="mx-auto w-full max-w-190 px-4 pb-4 max-md:px-3 max-md:pb-3">
      <BlockedNotice title={t(title, { name: model.title })} text={t(text)}>
        <MediaAlternatives model={model} />
      </BlockedNotice>
    </div>
  );
}
