import { $loginOpen, openLogin } from '#stores/account/loginDialog.ts';
import type { Message } from '#stores/browser/message.ts';
import { $account } from '#stores/account/user.ts';

/** The action to run after the sign-in. */
let waiting: (() => void) | undefined;

/** Opens the sign-in dialog, and runs `action` after the sign-in. Closing the dialog before drops the action. */
export function signInFirst(reason: Message, action?: () => void): void {
  waiting = action;
  openLogin(reason);
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
