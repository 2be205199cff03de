import type { MediaFile } from '#contract/media/media.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { type Markup, attributes, markup } from '#parts/markup.ts';

export type SharedMedia = {
  t: TranslateInBrowser;
  /** The id of the share, which permits reading the files. */
  shareId: string;
  /** The question for which the files were generated. */
  prompt: string;
};

/** Returns pictures and players of an answer as HTML without scripts. The files are served by the id of the share. */
export function mediaHtml(files: readonly MediaFile[], shared: SharedMedia): Markup | null {
  if (files.length === 0) return null;
  const items = files.map((file) => markup`<li>${fileHtml(file, shared)}</li>`);
  return markup`
    <ul class="shared-media">${items}</ul>
    <p class="shared-none">${shared.t('chat.media.byMachine')}</p>`;
}

function fileHtml(file: MediaFile, shared: SharedMedia): Markup {
  const { t, shareId } = shared;
  if (file.deleted) return markup`<p class="shared-none">${t('shares.deleted')}</p>`;
  const href = `/api/media/files/${file.id}?share=${shareId}`;
  const title = file.title !== '' && markup`<span dir="auto">${file.title}</span> · `;
  return markup`
    <figure>
      ${contentHtml(file, href, shared)}
      <figcaption>${title}<a href="${href}&amp;download=1" download>${t('chat.media.download')}</a></figcaption>
    </figure>`;
}

function contentHtml(file: MediaFile, href: string, { t, prompt }: SharedMedia): Markup {
  const { kind, width, height, title } = file;
  const size = width !== null && height !== null && attributes({ width, height });
  const label = title === '' ? prompt : title;
  switch (kind) {
    case 'picture': {
      const alt = t('chat.media.alt', { prompt });
      return markup`<a href="${href}"><img src="${href}" alt="${alt}" loading="lazy"${size}></a>`;
    }
    case 'music':
      return markup`<audio controls preload="none" src="${href}" aria-label="${label}"></audio>`;
    case 'video':
      return markup`<video controls playsinline preload="metadata" src="${href}" aria-label="${label}"${size}></video>`;
  }
}
