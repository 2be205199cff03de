import type { Operator } from '#catalog/site/frame.ts';
import type { SitePage } from '#catalog/site/sitePage.ts';
import { type PageText, textFilePage, textFilePath } from '#catalog/site/textFiles.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { type Registration, registrations } from '#domain/login/registration.ts';
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

/** Errors of the chat area, of payments and of operators, and texts of the login page, which the layout never shows. */
const unusedKeys =
  /^login\.(reason\.(chat|search|orders|settings)|noScript|googlePage|formNeedsScript|formBack|endSessions|sessionEnded|goOn|signedInAs)|^errors\.(attachment|question|answer|price|request_id|model|no_credits|newer_messages|own_limit|memory_full|other_target|forbidden|method_not|server_busy|too_large|unknown_(model|conversation|attachment|order)|too_many_(a|s|media)|sharing|discount|payment|refund|order_|waiver|currency|storage|media|not_for_sale|no_plan|offer_changed)/;

const formKeys =
  /^login\.(reason\.any|offer_\w+|intro\w*|invitation\w*|email(Placeholder)?|getCode|again|code(Hint)?|autoSend|signIn|google|or|terms|privacy)$/;

const pageKeys = /^errors\.(offline|new_version|reload)$/;

/** How visitors can sign in and open accounts. */
export type SignInWays = Pick<Operator, 'hasGoogle' | 'registration'>;

/** Texts of ways to open an account, which pages without that way lack. */
const registrationKeys: Readonly<Record<Registration, RegExp>> = {
  open: /^login\.intro$/,
  code: /^login\.(introCode|invitation\w*)$|^errors\.invitation_/,
  closed: /^login\.introClosed$|^errors\.registration_closed$/,
};

/** Returns the texts of a language. */
export function dialogTexts(language: Language, ways: SignInWays): DialogTexts {
  const picked = pickMessages(language, ['login', 'account', 'redeem', 'errors']);
  const googleKeys = /^login\.(google|or$)/;
  const needed = filterMessages(
    picked,
    (key) =>
      !unusedKeys.test(key) &&
      (ways.hasGoogle || !googleKeys.test(key)) &&
      registrations.every((one) => one === ways.registration || !registrationKeys[one].test(key)),
  );
  return {
    form: filterMessages(needed, (key) => formKeys.test(key)),
    page: filterMessages(needed, (key) => pageKeys.test(key)),
    file: filterMessages(needed, (key) => !formKeys.test(key)),
  };
}

/** Returns the path of the file that replaces the block `page-text` of a page. */
export function dialogTextsFile(language: Language, ways: SignInWays): string {
  return textFilePath(textOf(language, ways));
}

/** Returns these files as pages. */
export function dialogTextsPages(ways: SignInWays): SitePage<PageText>[] {
  return languages.map((language) => textFilePage(textOf(language, ways)));
}

function textOf(language: Language, ways: SignInWays): PageText {
  return { language, messages: dialogTexts(language, ways).file };
}
