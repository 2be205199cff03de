import { $loginOpen, openLogin } from '#stores/account/login.ts';
import { $account } from '#stores/account/user.ts';

/** The action to run after the sign-in. */
let waiting: (() => void) | undefined;

/** Opens the sign-in dialog, and runs `action` after the sign-in. Closing the dialog before drops the action. */
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

// A sign-in also closes the dialog, but after the listener above has run.
$loginOpen.listen((isOpen) => {
  if (!isOpen) waiting = undefined;
});
