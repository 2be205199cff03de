import { type MediaKind, isMediaKind, mediaKinds } from '#domain/media/media.ts';
import { models } from '#domain/models/models.ts';
import { chatPath } from '#domain/chat/chatPaths.ts';
import { fileSize } from '#islands/chat/controls/fileSize.ts';
import { LoadFailed } from '#islands/chat/controls/LoadFailed.tsx';
import { mediaIcons } from '#islands/chat/media/mediaIcons.ts';
import { ChatSpinner } from '#islands/chat/controls/ChatSpinner.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import {
  $gallery,
  type Gallery as State,
  loadGallery,
  loadMoreOfGallery,
  type GalleryItem,
} from '#stores/media/gallery.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { DeleteMedia } from '#islands/chat/media/DeleteMedia.tsx';
import { MediaFileView } from '#islands/chat/media/MediaFileView.tsx';
import { MessageTime } from '#islands/chat/controls/MessageTime.tsx';
import { toChatTarget } from '#stores/conversations/openConversation.ts';

const kinds = [undefined, ...mediaKinds] as const;

/** The files that models made for the user, by kind, newest first. */
export function Gallery() {
  const { t } = useText();
  const gallery = useStore($gallery);
  const { kind, state, problem, items, hasMore } = gallery;
  const isUnused = state === 'ready' && kind === undefined && gallery.used?.files === 0;
  useEffect(() => void loadGallery(undefined), []);
  return (
    <>
      {!isUnused && <Kinds chosen={kind} />}
      {!isUnused && <Usage gallery={gallery} />}
      {items.length > 0 && (
        <ul className="grid gap-4 md:grid-cols-2">
          {items.map((item) => (
            <GalleryEntry key={item.id} item={item} />
          ))}
        </ul>
      )}
      {state === 'ready' && items.length === 0 && <Empty kind={kind} />}
      {state === 'loading' && <ChatSpinner />}
      {problem && <LoadFailed problem={problem} onRetry={() => void loadGallery(kind)} />}
      {state === 'ready' && hasMore && (
        <Button look="quiet" className="w-max" onClick={() => void loadMoreOfGallery()}>
          {t('chat.gpts.more')}
        </Button>
      )}
    </>
  );
}

function Kinds({ chosen }: { chosen: MediaKind | undefined }) {
  const { t } = useText();
  return (
    <fieldset className="flex flex-wrap gap-1.5 md:gap-2">
      <legend className="sr-only">{t('chat.media.kind')}</legend>
      {kinds.map((kind) => (
        <Button
          key={kind ?? 'all'}
          look="quiet"
          className="px-3 text-14 aria-pressed:shadow-[inset_0_0_0_1px_var(--accent)] aria-pressed:bg-accent-soft aria-pressed:text-accent"
          aria-pressed={kind === chosen}
          onClick={() => void loadGallery(kind)}
        >
          {t(`chat.media.kinds.${kind ?? 'all'}`)}
        </Button>
      ))}
    </fieldset>
  );
}

function Usage({ gallery: { used, limit } }: { gallery: State }) {
  const { t, language } = useText();
  if (!used || !limit) return null;
  const values = {
    count: used.files,
    most: limit.files,
    size: fileSize(used.bytes, language),
    room: fileSize(limit.bytes, language),
  };
  return <p className="text-14 text-soft">{t('chat.media.used', values)}</p>;
}

/** Shows that there are no files, with links to the models that make some. */
function Empty({ kind: chosen }: { kind: MediaKind | undefined }) {
  const { t, language } = useText();
  return (
    <div className="grid justify-items-center gap-4 rounded-large border border-dashed border-line-strong px-4 py-10 text-center">
      <p className="text-soft">{t('chat.media.empty')}</p>
      <ul className="grid gap-2">
        {models.map(({ id, group, kind, title }) => {
          if (!isMediaKind(kind) || (chosen ?? kind) !== kind) return null;
          const Icon = mediaIcons[kind];
          return (
            <li key={id}>
              <a
                className="button button-quiet w-full justify-start gap-3"
                href={chatPath(language, { group, model: id })}
              >
                <Icon aria-hidden="true" size={16} className="shrink-0" />
                {/* Words and model do not fit into one line of a phone in every language. */}
                <span className="grid text-start">
                  <span>{t(`chat.media.make.${kind}`)}</span>
                  <span className="text-12 font-normal text-soft">{title}</span>
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** One file of the gallery with its prompt, time, conversation, and a button that deletes it. */
function GalleryEntry({ item }: { item: GalleryItem }) {
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
        {/* In a narrow tile they go below the time together. */}
        <div className="flex flex-wrap items-center gap-x-3">
          <a
            className="inline-flex min-h-8 items-center text-accent underline underline-offset-2 touch:min-h-11"
            href={chatPath(language, toChatTarget({ model }), { conversation })}
          >
            {t('chat.media.open')}
          </a>
          <DeleteMedia id={item.id} />
        </div>
      </div>
    </li>
  );
}
