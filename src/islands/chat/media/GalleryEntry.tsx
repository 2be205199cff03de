import { chatPath } from '#domain/chat/chatPaths.ts';
import { DeleteMedia } from '#islands/chat/media/DeleteMedia.tsx';
import { MediaFileView } from '#islands/chat/media/MediaFileView.tsx';
import { MessageTime } from '#islands/chat/controls/MessageTime.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { GalleryItem } from '#stores/media/gallery.ts';
import { toChatTarget } from '#stores/conversations/openConversation.ts';

/** One file of the gallery with its prompt, time, conversation, and a button that deletes it. */
export function GalleryEntry({ item }: { item: GalleryItem }) {
  const { t, language } = useText();
  const { conversation_id: conversation, prompt, model, created } = item;
  return (
    <li className="grid min-w-0 content-start gap-1 rounded-large border border-line bg-raised p-3">
      <MediaFileView file={item} prompt={prompt} isTile />
      <p className="line-clamp-2 text-14" dir="auto">
        {prompt}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 text-14">
        <MessageTime created={created} />
        <a
          className="inline-flex min-h-8 items-center text-accent underline underline-offset-2 touch:min-h-11"
          href={chatPath(language, toChatTarget({ model }), { conversation })}
        >
          {t('chat.media.open')}
        </a>
        <DeleteMedia id={item.id} />
      </div>
    </li>
  );
}
