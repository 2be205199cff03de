import { errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { notifyMessage } from '#stores/browser/toasts.ts';

/** Leads to the sign-in when a call failed because the session has ended; otherwise says why it failed. */
export function notifyFailure(error: unknown): void {
  if (isSignedOut(error)) goToLogin();
  else notifyMessage('error', errorMessage(error));
}
