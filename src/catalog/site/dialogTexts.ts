import { hash } from 'node:crypto';
import type { SitePage } from '#catalog/site/sitePage.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { dialogTextsPath } from '#domain/site/sitePaths.ts';
import { type Messages, filterMessages, pickMessages } from '#i18n/messages.ts';

/** The texts of the dialogs of the site layout. */
export type DialogTexts = {
  /** Props of the sign-in form, which the build renders. */
  form: Messages;
  /** For every page, because they say that nothing can be loaded. */
  page: Messages;
  /** All but those of the form, in a file that the browser loads when somebody begins to use a dialog. */
  file: Messages;
};

/** The block `page-text` of a page, which the file replaces. */
export type PageText = { language: Language; messages: Messages };

/** Errors of the chat area, of payments and of operators, and texts of the login page, which the layout never shows. */
const unusedKeys =
  /^login\.(reason\.(chat|search|orders|settings)|noScript|googlePage|formNeedsScript|formBack|endSessions|sessionEnded|goOn|signedInAs)|^errors\.(attachment|question|answer|price|request_id|model|no_credits|newer_messages|own_limit|memory_full|other_target|forbidden|method_not|server_busy|too_large|unknown_(model|conversation|attachment|order)|too_many_(a|s|media)|sharing|discount|payment|refund|order_|waiver|currency|storage|media|not_for_sale|no_plan|offer_changed)/;

const formKeys =
  /^login\.(reason\.any|offer_\w+|intro|email(Placeholder)?|getCode|again|code(Hint)?|autoSend|signIn|google|or)$/;

const pageKeys = /^errors\.(offline|new_version|reload)$/;

/** Returns the texts of a language. `hasGoogle`: whether visitors can sign in with Google. */
export function dialogTexts(language: Language, hasGoogle: boolean): DialogTexts {
  const picked = pickMessages(language, ['login', 'account', 'redeem', 'errors']);
  const googleKeys = /^login\.(google|or$)/;
  const needed = filterMessages(
    picked,
    (key) => !unusedKeys.test(key) && (hasGoogle || !googleKeys.test(key)),
  );
  return {
    form: filterMessages(needed, (key) => formKeys.test(key)),
    page: filterMessages(needed, (key) => pageKeys.test(key)),
    file: filterMessages(needed, (key) => !formKeys.test(key)),
  };
}

/** Returns the path of the file with the texts of a language. Its name is a digest of them. */
export function dialogTextsFile(language: Language, hasGoogle: boolean): string {
  return dialogTextsPath(digestOf(textOf(language, hasGoogle)));
}

/** Returns these files as pages. */
export function dialogTextsPages(hasGoogle: boolean): SitePage<PageText>[] {
  return languages.map((language) => {
    const content = textOf(language, hasGoogle);
    const digest = digestOf(content);
    return { params: { digest }, path: dialogTextsPath(digest), frame: null, content };
  });
}

function textOf(language: Language, hasGoogle: boolean): PageText {
  return { language, messages: dialogTexts(language, hasGoogle).file };
}

function digestOf(text: PageText): string {
  return hash('sha256', JSON.stringify(text)).slice(0, 16);
}
