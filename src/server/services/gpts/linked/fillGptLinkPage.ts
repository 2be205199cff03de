import { fillMain } from '#parts/fill.ts';
import { openGptLinkPath } from '#domain/gptLinks.ts';
import type { Language } from '#domain/languages.ts';
import { loginPath } from '#domain/urls.ts';
import { translator } from '#i18n/translate.ts';

/** Why a GPT was not opened; `confirm` where another site led here, so that nothing was asked yet. */
export type LinkOutcome = {
  state: 'confirm' | 'wrong' | 'visitor' | 'notPro' | 'notPublic' | 'busy' | 'tooMany';
  /** As it was pasted. */
  link: string;
};

/** Returns the page for addresses of GPTs (`components/GptLink.astro`) with what became of one. Every text is escaped. */
export function fillGptLinkPage(
  openPage: string,
  { state, link }: LinkOutcome,
  language: Language,
): string {
  const { title, text } = shownOf(state, language);
  const shown = { attributes: { hidden: null } };
  const back = loginPath(openGptLinkPath(language, link), language);
  return fillMain(openPage, {
    link: { attributes: { value: link } },
    outcome: shown,
    'outcome-title': { text: title },
    'outcome-text': { text },
    ...(state === 'visitor' && { 'sign-in': { attributes: { hidden: null, href: back } } }),
    ...(state === 'notPro' && { pricing: shown }),
  });
}

function shownOf(state: LinkOutcome['state'], language: Language): { title: string; text: string } {
  const t = translator(language, 'gptLink');
  const chat = translator(language, 'chat');
  const errors = translator(language, 'errors');
  switch (state) {
    case 'confirm':
      return { title: t('confirmTitle'), text: t('confirmText') };
    case 'wrong':
      return { title: t('wrongTitle'), text: t('wrongText') };
    case 'visitor':
      return { title: t('visitorTitle'), text: t('visitorText') };
    case 'notPro':
      return { title: t('notProTitle'), text: t('notProText') };
    case 'notPublic':
      return { title: chat('missing.notPublic'), text: chat('missing.notPublicHint') };
    case 'busy':
      return { title: errors('server_busy'), text: '' };
    case 'tooMany':
      return { title: errors('too_many_requests'), text: '' };
  }
}
