import { Button } from '#islands/shared/Button.tsx';
import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { balanceText } from '#islands/shared/balanceText.ts';
import { useText } from '#islands/shared/text.tsx';
import { useUser } from '#islands/shared/useAccount.ts';
import { defaultPicture } from '#domain/account/profile.ts';
import { pictureOf } from '#stores/account/picture.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { refreshUser, signOut } from '#stores/account/user.ts';
import { LogOut } from 'lucide-react';
import { useState } from 'react';

/** The signed-in user with picture and balance, and the button Sign out. */
export function SidebarUser() {
  const { t } = useText();
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
    <div className="flex min-h-16 py-1 shrink-0 items-center gap-3 border-t border-line px-3">
      <Picture key={user?.picture} src={pictureOf(user)} />
      <div className="min-w-0 flex-1 leading-snug">
        <p className="truncate text-[0.9375rem] font-medium">{user?.name}</p>
        <p className="truncate text-12 text-soft tabular-nums">{user && balanceText(t, user)}</p>
      </div>
      <IconButton
        label={t('chat.sidebar.signOut')}
        icon={LogOut}
        hasTip
        disabled={!user}
        onClick={() => void leave()}
      />
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
      width={36}
      height={36}
      className="size-9 shrink-0 rounded-full bg-line object-cover"
      onError={() => setBroken(true)}
    />
  );
}
