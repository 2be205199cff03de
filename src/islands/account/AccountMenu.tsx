import { ordersPath } from '#domain/orderPaths.ts';
import { chatShellPath, chatScreenPath, pricingPath, savedPath } from '#domain/urls.ts';
import { formatOf } from '#i18n/format.ts';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useUser } from '#islands/shared/useAccount.ts';
import { openLogin } from '#stores/account/login.ts';
import { openRedeem } from '#stores/account/redeem.ts';
import { start } from '#stores/browser/startup.ts';
import { notify } from '#stores/browser/toasts.ts';
import { refreshUser, signOut } from '#stores/account/user.ts';
import { Gift, History, LogOut, MessageSquare, ReceiptText, Settings, Star } from 'lucide-react';
import { useEffect } from 'react';

/**
 * Balance and how to get more, Saved (on phones), Gift code, chats, what happened to the credits, orders, Settings, who is signed
 * in, and Sign out.
 */
export function AccountMenu() {
  const { t } = useText();
  const state = useUser();
  useEffect(() => void start(), []);
  if (state.state === 'loading') return <Spinner label={t('account.loading')} />;
  if (state.state === 'user') return <Menu {...state.user} />;
  const failed = state.state === 'failed';
  return (
    <div className="grid gap-2 p-2">
      <p className="px-1 text-14 text-soft">
        {failed ? t(state.problem.key, state.problem.values) : t('account.notSignedIn')}
      </p>
      <button
        type="button"
        className="menu-item"
        onClick={() => (failed ? void refreshUser() : leave(openLogin))}
      >
        {t(failed ? 'account.tryAgain' : 'account.signIn')}
      </button>
    </div>
  );
}

type MenuProps = { name: string; email: string; credit: number; held: number };

function Menu({ name, email, credit, held }: MenuProps) {
  const { t, language } = useText();
  const settings = chatScreenPath(language, 'settings');
  return (
    <div className="grid">
      <p className="flex items-baseline gap-3 px-3 py-2">
        <span>{t('account.credits')}</span>
        <strong className="font-semibold tabular-nums">{formatOf(language).number(credit)}</strong>
        <a className="ms-auto text-14 text-accent underline" href={pricingPath(language)}>
          {t('account.more')}
        </a>
      </p>
      {held > 0 && <p className="px-3 pb-2 text-14 text-soft">{t('account.held', { held })}</p>}
      <a className="menu-item md:hidden" href={savedPath(language)}>
        <Star aria-hidden="true" size={18} />
        {t('account.saved')}
      </a>
      <button type="button" className="menu-item" onClick={() => leave(openRedeem)}>
        <Gift aria-hidden="true" size={18} />
        {t('account.gift')}
      </button>
      <a className="menu-item" href={chatShellPath(language)}>
        <MessageSquare aria-hidden="true" size={18} />
        {t('account.chats')}
      </a>
      <a className="menu-item" href={`${settings}#credits`}>
        <History aria-hidden="true" size={18} />
        {t('account.history')}
      </a>
      <a className="menu-item" href={ordersPath(language)}>
        <ReceiptText aria-hidden="true" size={18} />
        {t('account.orders')}
      </a>
      <a className="menu-item" href={settings}>
        <Settings aria-hidden="true" size={18} />
        {t('account.settings')}
      </a>
      <p className="mt-1 truncate border-t border-line px-3 pt-3 pb-1 text-14 text-soft">
        {t('account.signedInAs', { who: email || name })}
      </p>
      <button type="button" className="menu-item" onClick={() => void leaveSite()}>
        <LogOut aria-hidden="true" size={18} />
        {t('account.signOut')}
      </button>
    </div>
  );
}

async function leaveSite(): Promise<void> {
  if (!(await signOut())) return;
  leave(() => notify('success', 'account.signedOut'));
}

/** Closes the menu, then goes on elsewhere. */
function leave(then: () => void): void {
  document.getElementById('avatar-menu')?.hidePopover();
  then();
}
