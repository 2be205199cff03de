import { AccountMenu } from '#islands/account/AccountMenu.tsx';
import { Awake } from '#islands/shared/Awake.tsx';

/** The content of the popover `avatar-menu`. */
export function AvatarMenu({ loading }: { loading: string }) {
  return (
    <Awake label={loading}>
      <AccountMenu />
    </Awake>
  );
}
