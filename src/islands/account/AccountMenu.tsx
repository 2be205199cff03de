import { ordersPath } from '#domain/orders/orderPaths.ts';
import { chatShellPath, chatScreenPath } from '#domain/chat/chatPaths.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { savedPath } from '#domain/gpts/gptPaths.ts';
import { formatOf } from '#i18n/format.ts';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { StartNote } from '#islands/shared/StartNote.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useUser } from '#islands/shared/useAccount.ts';
import { openLogin } from '#stores/account/loginDialog.ts';
import { openRedeem } from '#stores/account/redeemDialog.ts';
import { start } from '#stores/account/startup.ts';
import { notify } from '#stores/browser/toasts.ts';
import { refreshUser, signOut } from '#stores/account/user.ts';
import {
  Gift,
  History,
  LogOut,
  type LucideIcon,
  MessageSquare,
  ReceiptText,
  Settings,
  Star,
} from 'lucide-react';
import { useEffect } from 'react';

/** The content of the avatar menu: balance, links, Gift code and Sign out; for visitors, Sign in. */
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
        onClick={() => (failed ? void refreshUser() : closeMenuThen(openLogin))}
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
      <StartNote className="px-3 pb-2 text-14 text-soft" />
      {held > 0 && <p className="px-3 pb-2 text-14 text-soft">{t('account.held', { held })}</p>}
      {/* Phones only: on wider screens the bar has this link. */}
      <MenuLink
        className="menu-item md:hidden"
        icon={Star}
        href={savedPath(language)}
        text={t('account.saved')}
      />
      <button type="button" className="menu-item" onClick={() => closeMenuThen(openRedeem)}>
        <Gift aria-hidden="true" size={18} />
        <span>{t('account.gift')}</span>
      </button>
      <MenuLink icon={MessageSquare} href={chatShellPath(language)} text={t('account.chats')} />
      <MenuLink icon={History} href={`${settings}#credits`} text={t('account.history')} />
      <MenuLink icon={ReceiptText} href={ordersPath(language)} text={t('account.orders')} />
      <MenuLink icon={Settings} href={settings} text={t('account.settings')} />
      <p className="mt-1 truncate border-t border-line px-3 pt-3 pb-1 text-14 text-soft">
        {t('account.signedInAs', { who: email || name })}
      </p>
      <button type="button" className="menu-item" onClick={() => void leave()}>
        <LogOut aria-hidden="true" size={18} />
        <span>{t('account.signOut')}</span>
      </button>
    </div>
  );
}

type LinkProps = { icon: LucideIcon; href: string; text: string; className?: string };

function MenuLink({ icon: Icon, href, text, className = 'menu-item' }: LinkProps) {
  return (
    <a className={className} href={href}>
      <Icon aria-hidden="true" size={18} />
      <span>{text}</span>
    </a>
  );
}

async function leave(): Promise<void> {
  if (await signOut()) closeMenuThen(() => notify('success', 'account.signedOut'));
}

function closeMenuThen(next: () => void): void {
  document.getElementById('avatar-menu')?.hidePopover();
  next();
}
