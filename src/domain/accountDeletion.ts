/** Days between the wish to delete an account and its deletion, in which the wish can be taken back. */
export const deletionGraceDays = 7;

/** Where the mail about a deletion leads: a page with a button that keeps the account. */
export const keepAccountPath = '/api/account/keep';

/** Whether a text typed as confirmation is the address of the account. */
export function confirmsDeletion(typed: string, email: string): boolean {
  return typed.trim().toLowerCase() === email.toLowerCase();
}
