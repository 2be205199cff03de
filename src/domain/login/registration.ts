/** Who may open an account: all, only people with an invitation, or none. */
export const registrations = ['open', 'code', 'closed'] as const;

export type Registration = (typeof registrations)[number];

export function isRegistration(text: unknown): text is Registration {
  return registrations.some((known) => known === text);
}
