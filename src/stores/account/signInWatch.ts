import { hasSessionHint } from '#stores/browser/sessionHint.ts';
import { $user } from '#stores/account/user.ts';
import { leaveForLogin } from '#stores/browser/navigation.ts';

/**
 * Leaves a private page for the login page after a sign-out, or after another user signed in, for example in another tab.
 * Returns an unsubscribe function.
 */
export function watchSignIn(): () => void {
  const hadHint = hasSessionHint();
  let shown: string | undefined;
  return $user.subscribe((state) => {
    if (state.state === 'visitor' && (hadHint || shown !== undefined)) leaveForLogin();
    if (state.state !== 'user') return;
    shown ??= state.user.user_id;
    if (shown !== state.user.user_id) leaveForLogin();
  });
}
