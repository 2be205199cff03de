import type { MediaFile } from '#contract/media.ts';
import { fileSize } from '#islands/chat/fileSize.ts';
import { clockTime } from '#islands/chat/media/clockTime.ts';
import { useText } from '#islands/shared/text.tsx';
import { mediaDownloadUrl, mediaUrl } from '#stores/mediaUrl.ts';
import { Download } from 'lucide-react';

type Props = {
  file: MediaFile;
  /** What was asked for: what a picture shows, as far as anybody knows. */
  prompt: string;
};

/** A picture, a player for a piece of music or for a video, and the way to save it. */
export function MediaFileView({ file, prompt }: Props) {
  const { t, language } = useText();
  if (file.deleted) return <p className="text-14 text-soft">{t('chat.media.deleted')}</p>;
  const facts = [
    ...(file.title === '' ? [] : [file.title]),
    ...(file.seconds === null ? [] : [clockTime(file.seconds)]),
    fileSize(file.size, language),
  ];
  return (
    <figure className="grid min-w-0 justify-items-start gap-1.5">
      <Content file={file} prompt={prompt} />
      <figcaption className="flex w-full flex-wrap items-center gap-x-3 text-14 text-soft">
        <span className="min-w-0 wrap-anywhere" dir="auto">
          {facts.join(' · ')}
        </span>
        <a
          href={mediaDownloadUrl(file)}
          download
          className="inline-flex min-h-8 items-center gap-1.5 text-accent underline underline-offset-2 touch:min-h-11"
        >
          <Download aria-hidden="true" size={15} />
          {t('chat.media.download')}
        </a>
      </figcaption>
    </figure>
  );
}

function Content({ file, prompt }: Props) {
  const { t } = useText();
  const { kind, width, height } = file;
  const size = width !== null && height !== null ? { width, height } : {};
  const label = file.title === '' ? prompt : file.title;
  switch (kind) {
    case 'picture':
      return (
        <a href={mediaUrl(file)} target="_blank" rel="noopener" className="block max-w-full">
          <img
            src={mediaUrl(file)}
            alt={t('chat.media.alt', { prompt })}
            loading="lazy"
            {...size}
            className="block h-auto max-h-[70dvh] w-auto max-w-full rounded-large border border-line bg-sunken"
          />
        </a>
      );
    case 'music':
      return (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody knows what is sung
        <audio
          controls
          preload="none"
          src={mediaUrl(file)}
          aria-label={label}
          className="w-full max-w-140"
        />
      );
    case 'video':
      return (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody knows what is said
        <video
          controls
          playsInline
          preload="metadata"
          src={mediaUrl(file)}
          aria-label={label}
          {...size}
          className="block h-auto max-h-[70dvh] w-auto max-w-full rounded-large border border-line bg-sunken"
        />
      );
  }
}
