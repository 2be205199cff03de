import { normaliseEmail } from '#domain/login/login.ts';

/** Days between a request to delete an account and its deletion. The request can be cancelled until then. */
export const deletionGraceDays = 7;

/** The link in the mail about a deletion. It opens a page with a button that keeps the account. */
export const keepAccountPath = '/api/account/keep';

/** Whether a text typed as confirmation is the address of the account. */
export function confirmsDeletion(typed: string, email: string): boolean {
  return normaliseEmail(typed) === normaliseEmail(email);
}
