import { $loginOpen, openLogin } from '#stores/account/login.ts';
import { $account } from '#stores/account/user.ts';

/** The action that a visitor was about to take. */
let waiting: (() => void) | undefined;

/** Opens the sign-in dialog, and runs `action` once somebody is signed in; never when the dialog is closed before. */
export function signInFirst(action?: () => void): void {
  waiting = action;
  openLogin();
}

$account.listen((account) => {
  if (!account) return;
  const action = waiting;
  waiting = undefined;
  action?.();
});

// Signing in closes the dialog, too, but not before the user is known.
$loginOpen.listen((isOpen) => {
  if (!isOpen) waiting = undefined;
});
