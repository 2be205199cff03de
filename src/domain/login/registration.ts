/** Who may open an account: all, only people with an invitation, or none. */
export const registrations = ['open', 'code', 'closed'] as const;

export type Registration = (typeof registrations)[number];

export function isRegistration(text: unknown): text is Registration {
  return registrations.some((known) => known === text);
}

/** Whether a new account, if one can be opened, gets credits. `startingCredits`: what it gets. */
export function offersCredits(registration: Registration, startingCredits: number): boolean {
  return startingCredits > 0 && registration !== 'closed';
}
