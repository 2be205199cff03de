import type { Language } from '#domain/languages.ts';
import { type TranslateInBrowser, translate } from '#i18n/browser.ts';
import type { Messages } from '#i18n/messages.ts';
import { type ReactNode, createContext, useContext, useMemo } from 'react';

/** The page's language and texts, for islands. */
export type PageText = { language: Language; messages: Messages };

type Text = { language: Language; t: TranslateInBrowser };

const TextContext = createContext<Text | undefined>(undefined);

/** Gives the texts to everything inside. */
export function TextProvider({ language, messages, children }: PageText & { children: ReactNode }) {
  const text = useMemo(
    () => ({ language, t: translate(messages, language) }),
    [language, messages],
  );
  return <TextContext value={text}>{children}</TextContext>;
}

/**
 * Gives texts to an island whose content stands in the page's HTML: `messages` holds those that the HTML shows, the rest
 * is read from the page. React draws the same with them in the build and in the browser.
 */
export function EarlyText({ language, messages, children }: PageText & { children: ReactNode }) {
  const all = useMemo(() => {
    const isBuild = typeof document === 'undefined';
    return isBuild ? messages : { ...readPageText().messages, ...messages };
  }, [messages]);
  return <TextProvider {...{ language, children }} messages={all} />;
}

/** The page's language, and `t` for its texts. Throws outside a `TextProvider`. */
export function useText(): Text {
  const text = useContext(TextContext);
  if (!text) throw new Error('An island has no texts: wrap its root in TextProvider');
  return text;
}

/**
 * The texts that the site layout gives to all its islands, once, as the JSON block `page-text`, and those that a page
 * adds for its own as blocks with `data-more-text`. Browser only.
 */
export function readPageText(): PageText {
  const block = document.getElementById('page-text')?.textContent;
  if (!block) throw new Error('The page has no block of texts: place SiteIslands in its layout');
  const { language, messages } = JSON.parse(block) as PageText;
  const more = [...document.querySelectorAll('script[data-more-text]')].map(
    ({ textContent }) => JSON.parse(textContent) as Messages,
  );
  return { language, messages: Object.assign({}, messages, ...more) };
}
