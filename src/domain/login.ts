export const codeLength = 4;

/** Seconds until another code can be asked for. */
export const resendSeconds = 60;

/** Where the login form goes in a browser that runs no script. */
export const unscriptedSignInPath = '/api/login/form';

/** The page with the button that ends all sessions, to which a mail about a sign-in leads. */
export const endSessionsPath = '/api/login/sessions';

/** Minutes until a code is no longer accepted. */
export const codeMinutes = 10;

/** Wrong codes until a new one is needed. */
export const codeTries = 5;

/** Letters of the word that a mail carries beside the code while many wrong codes are tried. */
export const wordLength = 6;

/** No letters that look alike, and no vowels, so that no word comes about. */
export const wordLetters = 'BCDFGHJKMNPRSTWXYZ';

/** The longest address that SMTP can deliver to (RFC 5321, 4.5.3.1.3, less the angle brackets), in bytes. */
export const emailMaxLength = 254;

/** The longest part of an address before the `@`, in bytes. */
const localPartMaxLength = 64;

/** The message key of what is wrong with an address, or `undefined` when it can be sent to. */
export function emailProblem(email: string): 'EmptyEmail' | 'InvalidEmail' | undefined {
  const address = email.trim();
  if (address === '') return 'EmptyEmail';
  if (email.length > emailMaxLength) return 'InvalidEmail';
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), asciiDomain(address.slice(at + 1))];
  const isValid =
    at > 0 &&
    isLocalPart(local) &&
    isMailDomain(domain) &&
    byteLength(`${local}@${domain}`) <= emailMaxLength;
  return isValid ? undefined : 'InvalidEmail';
}

/** Quoted forms are left out: no mailbox in use needs them, and they are where addresses hide other text. */
function isLocalPart(local: string): boolean {
  const isDotString = /^[^\s\p{C}@.<>(),;:"\\[\]]+(\.[^\s\p{C}@.<>(),;:"\\[\]]+)*$/u;
  return byteLength(local) <= localPartMaxLength && isDotString.test(local);
}

/** Whether a domain in ASCII is a name, no IP address, whose parts a mail server can look up. */
function isMailDomain(domain: string): boolean {
  const isName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;
  return domain.length <= 253 && isName.test(domain);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
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

/** The message key of what is wrong with the form of the word beside a code, or `undefined`. */
export function wordProblem(word: string): 'EmptyWord' | 'InvalidWord' | undefined {
  const letters = normaliseWord(word);
  if (letters === '') return 'EmptyWord';
  return /^[A-Z]{6}$/.test(letters) ? undefined : 'InvalidWord';
}

/** The one spelling of the word beside a code: capitals, without spaces. */
export function normaliseWord(word: string): string {
  return word.normalize('NFKC').replace(/\s/g, '').toUpperCase();
}

/**
 * The one spelling of all addresses that lead to the same mailbox: without a tag behind `+`, and without the dots that
 * Google's mailboxes ignore. For counting people, never for sending mail.
 */
export function canonicalEmail(email: string): string {
  const address = normaliseEmail(email).normalize('NFKC');
  const at = address.lastIndexOf('@');
  const [name = ''] = address.slice(0, at).split('+', 1);
  const local = name === '' ? address.slice(0, at) : name;
  const domain = asciiDomain(address.slice(at + 1));
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGoogle ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}

/** Returns an address for SMTP, its domain in ASCII: the one that was checked, however a mailer would convert it. */
export function deliverableEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, at)}@${asciiDomain(email.slice(at + 1))}`;
}

/** A domain has one spelling in Unicode and one in ASCII. Text with more than a domain is returned as it is. */
function asciiDomain(domain: string): string {
  const isHost = !/[\s\p{C}@:/?#%\\]/u.test(domain) && URL.canParse(`http://${domain}`);
  return isHost ? new URL(`http://${domain}`).hostname : domain;
}
