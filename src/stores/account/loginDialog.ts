import { type Message, message } from '#stores/browser/message.ts';
import { wake } from '#stores/browser/wake.ts';
import { atom } from 'nanostores';

/** The reason while none is known. */
export const anyReason = message('login.reason.any');

/** Whether the login dialog is open. */
export const $loginOpen = atom(false);

/** Why the visitor is asked to sign in. The dialog shows it above the form. */
export const $loginReason = atom<Message>(anyReason);

/** Opens the dialog, whose form (`login.ts`) is loaded then. */
export function openLogin(reason: Message = anyReason): void {
  if ($loginOpen.get()) return;
  $loginReason.set(reason);
  $loginOpen.set(true);
  wake('login-dialog');
}
