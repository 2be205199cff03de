import { AccountMenu } from '#islands/account/AccountMenu.tsx';
import { Hydrated } from '#islands/shared/Hydrated.tsx';

/** The content of the popover `avatar-menu`. */
export function AvatarMenu({ loading }: { loading: string }) {
  return (
    <Hydrated label={loading}>
      <AccountMenu />
    </Hydrated>
  );
}
