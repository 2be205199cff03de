import { chatScreenPath } from '#domain/chat/chatPaths.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { Button } from '#islands/shared/Button.tsx';
import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { balanceText } from '#islands/shared/balanceText.ts';
import { useText } from '#islands/shared/text.tsx';
import { useUser } from '#islands/shared/useAccount.ts';
import { defaultPicture } from '#domain/account/profile.ts';
import { pictureOf } from '#stores/account/picture.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { refreshUser, signOut } from '#stores/account/user.ts';
import { LogOut, Settings } from 'lucide-react';
import { $route } from '#stores/route/route.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';

/** The signed-in user with picture and balance, the settings, and the button Sign out. */
export function SidebarUser() {
  const { t, language } = useText();
  const path = useStore($route)?.path;
  const settings = chatScreenPath(language, 'settings');
  const state = useUser();
  const leave = async (): Promise<void> => {
    if (await signOut()) goToLogin();
  };
  if (state.state === 'failed') {
    return (
      <div role="alert" className="shrink-0 border-t border-line p-3 text-14">
        <p>{t(state.problem.key, state.problem.values)}</p>
        <Button look="quiet" className="mt-2 w-full" onClick={() => void refreshUser()}>
          {t('chat.failed.tryAgain')}
        </Button>
      </div>
    );
  }
  const user = state.state === 'user' ? state.user : undefined;
  return (
    <div className="grid min-h-16 shrink-0 grid-cols-[auto_minmax(0,1fr)_auto] content-center items-center gap-x-2.5 border-t border-line pt-1 pr-2 pb-[max(4px,env(safe-area-inset-bottom))] pl-3">
      <Picture key={user?.picture} src={pictureOf(user)} />
      <p className="truncate text-[0.9375rem] leading-snug font-medium">{user?.name}</p>
      <div className="flex gap-3">
        <a
          href={settings}
          className="icon-button aria-[current]:bg-accent-soft aria-[current]:text-accent"
          aria-label={t('chat.sidebar.settings')}
          title={t('chat.sidebar.settingsTip')}
          aria-current={path === settings ? 'page' : undefined}
        >
          <Settings aria-hidden="true" size={18} />
        </a>
        <IconButton
          label={t('chat.sidebar.signOut')}
          icon={LogOut}
          hasTip
          disabled={!user}
          onClick={() => void leave()}
        />
      </div>
      {/* A line of its own, as nothing may cut the balance. Held credits that do not fit are hidden and move nothing. */}
      <p className="relative col-span-2 col-start-2 -mt-1 h-[1lh] text-12 leading-snug text-soft tabular-nums">
        {user && (
          // The area below the name belongs to the link, because one line is too low for a finger.
          <a
            className="block h-[1lh] w-fit overflow-hidden underline underline-offset-2 before:absolute before:-top-7 before:right-27 before:-bottom-1 before:left-0 hover:text-accent"
            href={pricingPath(language)}
            title={t('chat.limit.pricing')}
          >
            {balanceText(t, user)}
          </a>
        )}
      </p>
    </div>
  );
}

/** The user's picture, or the default one if it cannot be loaded. */
function Picture({ src }: { src: string }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <img
      src={isBroken ? defaultPicture : src}
      alt=""
      width={32}
      height={32}
      className="row-span-2 size-8 shrink-0 rounded-full bg-line object-cover"
      onError={() => setBroken(true)}
    />
  );
}
