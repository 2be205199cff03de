import type { MediaFile } from '#contract/media/media.ts';
import { fileSize } from '#islands/chat/controls/fileSize.ts';
import { clockTime } from '#islands/shared/clockTime.ts';
import { mediaBox } from '#islands/chat/media/mediaBox.ts';
import { useText } from '#islands/shared/text.tsx';
import { mediaDownloadUrl, mediaUrl } from '#stores/media/mediaUrl.ts';
import { Download, Music } from 'lucide-react';

type Props = {
  file: MediaFile;
  /** The question. It is the alternative text of a picture. */
  prompt: string;
  /** Counts the files of one answer, which may have the same title. */
  number?: number | undefined;
  /** Whether it is a tile of the gallery, where all have the same height. */
  isTile?: boolean;
};

/** A picture, or a player for music or a video, with a link that downloads the file. */
export function MediaFileView({ file, prompt, number, isTile = false }: Props) {
  const { t, language } = useText();
  if (file.deleted) return <p className="text-14 text-soft">{t('chat.media.deleted')}</p>;
  const name = [number, file.title].filter(Boolean).join(' · ');
  const title = name !== '' && (
    <p className="font-medium wrap-anywhere" dir="auto">
      {name}
    </p>
  );
  const facts = [
    ...(file.seconds === null ? [] : [clockTime(file.seconds)]),
    fileSize(file.size, language),
  ];
  return (
    <figure className="grid min-w-0 justify-items-start gap-1.5">
      {!isTile && title}
      {isTile ? <Tile file={file} prompt={prompt} /> : <Content file={file} prompt={prompt} />}
      {isTile && title}
      <figcaption className="flex w-full flex-wrap items-center gap-x-3 text-14 text-soft">
        <span>{facts.join(' · ')}</span>
        <a
          href={mediaDownloadUrl(file)}
          download
          className="inline-flex min-h-8 items-center gap-1.5 text-accent underline underline-offset-2 touch:min-h-11"
        >
          <Download aria-hidden="true" size={15} />
          <span>{t('chat.media.download')}</span>
        </a>
      </figcaption>
    </figure>
  );
}

const framed =
  'block h-auto max-h-[55dvh] rounded-large border border-line bg-sunken object-contain';
const inTile = 'block size-full object-contain';

/** Centres the file in a box that has the same size for every kind. */
function Tile(content: Pick<Props, 'file' | 'prompt'>) {
  const isMusic = content.file.kind === 'music';
  return (
    <div className="flex aspect-4/3 w-full flex-col items-center justify-center gap-3 overflow-hidden rounded-small bg-sunken">
      {isMusic && <Music aria-hidden="true" size={40} strokeWidth={1.25} className="text-faint" />}
      <Content {...content} isTile />
    </div>
  );
}

function Content({ file, prompt, isTile = false }: Omit<Props, 'number'>) {
  const { t } = useText();
  const { kind, width, height } = file;
  const isSized = width !== null && height !== null && width > 0 && height > 0;
  const size = isSized ? { width, height } : {};
  const style = isSized && !isTile ? mediaBox(width / height) : {};
  const label = file.title === '' ? prompt : file.title;
  switch (kind) {
    case 'picture':
      return (
        <a
          href={mediaUrl(file)}
          target="_blank"
          rel="noopener"
          className={isTile ? 'block size-full' : 'block max-w-full'}
          style={style}
        >
          <img
            src={mediaUrl(file)}
            alt={t('chat.media.alt', { prompt })}
            loading="lazy"
            {...size}
            className={isTile ? inTile : `${framed} w-full`}
          />
        </a>
      );
    case 'music':
      return (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- the words of generated music are unknown
        <audio
          controls
          preload="none"
          src={mediaUrl(file)}
          aria-label={label}
          className="media-player w-full max-w-140"
        />
      );
    case 'video':
      return (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- the words of a generated video are unknown
        <video
          controls
          playsInline
          preload="metadata"
          src={mediaUrl(file)}
          aria-label={label}
          {...size}
          style={style}
          className={isTile ? inTile : `${framed} max-w-full`}
        />
      );
  }
}
