export const codeLength = 4;

/** Seconds until another code can be asked for. */
export const resendSeconds = 60;

/** Minutes until a code is no longer accepted. */
export const codeMinutes = 10;

/** Wrong codes until a new one is needed. */
export const codeTries = 5;

/** The longest address that SMTP can deliver to (RFC 5321, 4.5.3.1.3, less the angle brackets). */
export const emailMaxLength = 254;

/** The message key of what is wrong with an address, or `undefined` when it can be sent to. */
export function emailProblem(email: string): 'EmptyEmail' | 'InvalidEmail' | undefined {
  if (email.trim() === '') return 'EmptyEmail';
  if (email.length > emailMaxLength) return 'InvalidEmail';
  return /^[^\s\p{C}@<>(),;:"\\[\]]{1,64}@[^\s\p{C}@.<>(),;:"\\[\]]+(\.[^\s\p{C}@.<>(),;:"\\[\]]+)+$/u.test(
    email.trim(),
  )
    ? undefined
    : 'InvalidEmail';
}

/** The message key of what is wrong with a code's form, or `undefined` when it has four digits. */
export function codeProblem(code: string): 'EmptyCode' | 'InvalidCodeLength' | undefined {
  if (code.trim() === '') return 'EmptyCode';
  return /^\d{4}$/.test(code.trim()) ? undefined : 'InvalidCodeLength';
}

/** The one spelling under which an address is known: trimmed, the domain and the local part in lower case. */
export function normaliseEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
