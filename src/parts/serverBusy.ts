import type { Texts } from '#i18n/texts.ts';
import { type Markup, markup } from '#parts/markup.ts';

/** Returns the message that the server does not respond, with a link that tries again. */
export function serverBusy({ t }: Texts, href: string): Markup {
  return markup`
    <h1 class="text-22 md:text-28">${t('errors.server_busy')}</h1>
    <a class="button mt-2" href="${href}">${t('chat.failed.tryAgain')}</a>`;
}
