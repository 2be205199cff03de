import type { Language } from '#domain/languages/languages.ts';
import { type TranslateInBrowser, translate } from '#i18n/browser.ts';
import type { Messages } from '#i18n/messages.ts';
import { type ReactNode, createContext, useContext, useMemo } from 'react';
import { parseTrusted } from '#domain/json.ts';

/** The page's language, and its texts by key. */
export type PageText = { language: Language; messages: Messages };

type Text = { language: Language; t: TranslateInBrowser };

const TextContext = createContext<Text | undefined>(undefined);

/** Makes the texts available to `useText` in everything inside. */
export function TextProvider({ language, messages, children }: PageText & { children: ReactNode }) {
  const text = useMemo(
    () => ({ language, t: translate(messages, language) }),
    [language, messages],
  );
  return <TextContext value={text}>{children}</TextContext>;
}

/**
 * The `TextProvider` of an island whose content is part of the page's HTML. `messages` holds the texts that the HTML
 * shows, so that the first render in the browser equals the build's; the others are read from the page.
 */
export function PrerenderedTextProvider({
  language,
  messages,
  children,
}: PageText & { children: ReactNode }) {
  const all = useMemo(() => {
    const isBuild = typeof document === 'undefined';
    return isBuild ? messages : { ...readPageText().messages, ...messages };
  }, [messages]);
  return <TextProvider {...{ language, children }} messages={all} />;
}

/** Returns the page's language, and `t`, which returns the text of a key. Throws outside a `TextProvider`. */
export function useText(): Text {
  const text = useContext(TextContext);
  if (!text) throw new Error('An island has no texts: wrap its root in TextProvider');
  return text;
}

/**
 * Returns the texts in the page: the JSON block `page-text`, which the site layout writes for all islands, and the blocks
 * with `data-more-text`, which a page adds for its own islands. `client:interaction` has loaded them. Browser only. Throws when the page has no `page-text`.
 */
export function readPageText(): PageText {
  const block = document.getElementById('page-text')?.textContent;
  if (!block) throw new Error('The page has no block of texts: place Dialogs in its layout');
  const { language, messages } = parseTrusted<PageText>(block);
  const more = [...document.querySelectorAll('script[data-more-text]')].map(
    ({ textContent }) => parseTrusted<Partial<PageText>>(textContent || '{}').messages,
  );
  return { language, messages: Object.assign({}, messages, ...more) };
}
