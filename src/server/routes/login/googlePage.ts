import { createHash } from 'node:crypto';
import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import { type GoogleFailure, googleChannel } from '#domain/login/googleSignIn.ts';
import { type Language, languageTags } from '#domain/languages/languages.ts';
import { loginPath } from '#domain/login/loginPaths.ts';
import { translator } from '#i18n/translate.ts';

/** Failures that a sign-in with a code explains with the same text. */
const errorKeys: Partial<Record<GoogleFailure, string>> = {
  tooMany: 'too_many_requests',
  blocked: 'account_blocked',
  closed: 'registration_closed',
  uninvited: 'invitation_needed',
  unknownInvitation: 'invitation_unknown',
};

/** The page for a browser that returns from Google: in a popup, or after a failure. */
export type GooglePage = {
  language: Language;
  /** Why the sign-in failed; `undefined` if it succeeded. */
  failure: GoogleFailure | undefined;
  /** The path after a successful retry, for a browser window that is not a popup. */
  redirect: string | undefined;
  /** The address to which a blocked person can write. */
  supportEmail: string | undefined;
};

/**
 * Reports the outcome to the opener, if that has the same origin. A page of Google may have cut the popup off from its
 * opener; then a success is reported on a broadcast channel. The window closes itself, unless it explains a failure.
 */
const script = `{
  const { failure } = document.documentElement.dataset;
  const message = failure ? { type: 'oauth_failure', reason: failure } : { type: 'oauth_success' };
  try {
    if (localStorage.getItem('dark-mode') === 'true') document.documentElement.classList.add('dark');
  } catch {}
  if (opener) opener.postMessage(message, location.origin);
  else if (!failure && self.BroadcastChannel) new BroadcastChannel('${googleChannel}').postMessage(message);
  const close = () => window.close();
  // A message on the channel needs a moment to leave.
  if (!failure || failure === 'cancelled') setTimeout(close, 100);
  addEventListener('DOMContentLoaded', () => {
    const button = document.querySelector('button');
    button.addEventListener('click', close);
    if (!opener) return;
    button.hidden = false;
    for (const link of document.querySelectorAll('a')) link.hidden = true;
  });
}`;

const style = `:root{color-scheme:light;font:16px/1.5 system-ui,sans-serif}
:root.dark{color-scheme:dark}
main{max-width:26rem;margin:12vh auto;padding:0 1rem}
h1{font-size:1.375rem}
button{font:inherit;min-height:2.75rem;padding:0 1rem}`;

const policy = [
  `default-src 'none'`,
  `script-src '${digestOf(script)}'`,
  `style-src '${digestOf(style)}'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

/** Headers of the page, and of every other response of the sign-in with Google. */
export const googleHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': policy,
  // The address contains the authorisation code.
  'referrer-policy': 'no-referrer',
  // The value of other pages would cut the popup off from its opener.
  'cross-origin-opener-policy': 'unsafe-none',
  'x-robots-tag': 'noindex',
};

/** Returns the HTML of the page. It contains nothing of the request except the language and a safe path. */
export function googlePage({ language, failure, redirect, supportEmail }: GooglePage): string {
  const t = translator(language, 'login');
  const title = t('googlePage.title');
  const text = failure === undefined ? `${t('signedIn')} ${t('googlePage.mayClose')}` : sentence();
  const back = escapeHtml(loginPath(redirect, language));
  return (
    `<!doctype html><html lang="${languageTags[language]}"${failure ? ` data-failure="${failure}"` : ''}>` +
    `<meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${title} · Dolores</title><style>${style}</style><script>${script}</script>` +
    `<main><h1>${title}</h1><p>${text}</p>` +
    `<p>${failure ? `<a href="${back}">${t('formBack')}</a> ` : ''}` +
    `<button type="button" hidden>${t('close')}</button></p></main></html>`
  );

  function sentence(): string {
    const key = failure === undefined ? undefined : errorKeys[failure];
    if (key === undefined) return t(`googlePage.${failure}`);
    const errors = translator(language, 'errors');
    if (failure !== 'blocked' || supportEmail === undefined) return errors(key);
    return escapeHtml(errors('account_blocked_support', { support: supportEmail }));
  }
}

function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
