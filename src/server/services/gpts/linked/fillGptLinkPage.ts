import { fillMain } from '#parts/fill.ts';
import { concurrentAnswers } from '#domain/chat/chat.ts';
import { openGptLinkPath } from '#domain/gpts/gptLinks.ts';
import type { Language } from '#domain/languages/languages.ts';
import { loginPath } from '#domain/login/loginPaths.ts';
import { translator } from '#i18n/translate.ts';

/** Why a GPT was not opened. `confirm`: the request came from another site, so that nothing was fetched yet. */
export type LinkOutcome = {
  state: 'confirm' | 'wrong' | 'visitor' | 'notPro' | 'notPublic' | 'busy' | 'tooMany';
  /** The text that the user pasted. */
  link: string;
};

/** Fills the page for addresses of GPTs (`components/gpts/GptLink.astro`) with the outcome. Escapes every text. */
export function fillGptLinkPage(
  openPage: string,
  { state, link }: LinkOutcome,
  language: Language,
): string {
  const { title, text } = messageOf(state, language);
  const visible = { attributes: { hidden: null } };
  const back = loginPath(openGptLinkPath(language, link), language);
  return fillMain(openPage, {
    link: { attributes: { value: link } },
    outcome: visible,
    'outcome-title': { text: title },
    'outcome-text': { text },
    ...(state === 'visitor' && { 'sign-in': { attributes: { hidden: null, href: back } } }),
    ...(state === 'notPro' && { pricing: visible }),
  });
}

function messageOf(
  state: LinkOutcome['state'],
  language: Language,
): { title: string; text: string } {
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
      return { title: t('notProTitle'), text: t('notProText', concurrentAnswers) };
    case 'notPublic':
      return { title: chat('missing.notPublic'), text: chat('missing.notPublicHint') };
    case 'busy':
      return { title: errors('server_busy'), text: '' };
    case 'tooMany':
      return { title: errors('too_many_requests'), text: '' };
  }
}
