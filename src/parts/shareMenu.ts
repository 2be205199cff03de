import { glyphPath } from '#domain/gpts/gptPaths.ts';
import type { Texts } from '#i18n/texts.ts';
import { type Markup, markup } from '#parts/markup.ts';

/**
 * Returns the button and the menu that share the page of a GPT: by a link, by mail, or by an app of the device. The menu
 * opens without script; `elements/shareGpt.ts` copies the link. Needs the texts `gpt.share.*`.
 */
export function shareMenu({ t }: Texts, { name }: { name: string }, url: string): Markup {
  const mail = `mailto:?${mailQuery({ subject: name, body: url })}`;
  return markup`
    <share-gpt class="share" data-needs="share-gpt">
      <button type="button" class="button button-quiet share-anchor" popovertarget="share-menu" aria-label="${t('gpt.share.open')}">
        <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true"><use href="${glyphPath('share-2')}"></use></svg>
        <span class="share-label">${t('gpt.share.open')}</span>
      </button>
      <div id="share-menu" popover class="menu share-menu">
        <a class="menu-item" href="${url}" data-share="copy">${t('gpt.share.copy')}</a>
        <a class="menu-item" href="${mail}">${t('gpt.share.mail')}</a>
        <button type="button" class="menu-item" data-share="app" hidden>${t('gpt.share.app')}</button>
        <p role="status" class="share-status" data-copied="${t('gpt.share.copied')}"></p>
      </div>
    </share-gpt>`;
}

function mailQuery(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}
