import type { MediaFile } from '#contract/media.ts';
import { escapeHtml } from '#domain/fill.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';

export type SharedMedia = {
  t: TranslateInBrowser;
  /** The link by which the files may be read. */
  shareId: string;
  /** What was asked for. */
  prompt: string;
};

/** Pictures and players of an answer, served through the link of the conversation; they need no script. */
export function mediaHtml(files: readonly MediaFile[], shared: SharedMedia): string {
  if (files.length === 0) return '';
  const items = files.map((file) => `<li>${fileHtml(file, shared)}</li>`).join('');
  const { t } = shared;
  return `<ul class="shared-media">${items}</ul><p class="shared-none">${escapeHtml(t('chat.media.byMachine'))}</p>`;
}

function fileHtml(file: MediaFile, shared: SharedMedia): string {
  const { t, shareId } = shared;
  if (file.deleted) return `<p class="shared-none">${escapeHtml(t('shares.deleted'))}</p>`;
  const href = `/api/media/files/${file.id}?share=${shareId}`;
  const title = file.title === '' ? '' : `<span dir="auto">${escapeHtml(file.title)}</span> · `;
  const download = escapeHtml(t('chat.media.download'));
  return (
    `<figure>${contentHtml(file, href, shared)}` +
    `<figcaption>${title}<a href="${href}&amp;download=1" download>${download}</a></figcaption></figure>`
  );
}

function contentHtml(file: MediaFile, href: string, { t, prompt }: SharedMedia): string {
  const { kind, width, height, title } = file;
  const size = width !== null && height !== null ? ` width="${width}" height="${height}"` : '';
  const label = escapeHtml(title === '' ? prompt : title);
  switch (kind) {
    case 'picture': {
      const alt = escapeHtml(t('chat.media.alt', { prompt }));
      return `<a href="${href}"><img src="${href}" alt="${alt}" loading="lazy"${size}></a>`;
    }
    case 'music':
      return `<audio controls preload="none" src="${href}" aria-label="${label}"></audio>`;
    case 'video':
      return `<video controls playsinline preload="metadata" src="${href}" aria-label="${label}"${size}></video>`;
  }
}
