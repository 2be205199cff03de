/** Digits of a code. */
export const codeLength = 4;

/** Seconds until the visitor can request another code. */
export const resendSeconds = 60;

/** The action of the login form without JavaScript. */
export const unscriptedSignInPath = '/api/login/form';

/** The link in a mail about a sign-in: a page with a button that ends all sessions. */
export const endSessionsPath = '/api/login/sessions';

/** How a person proved who they are. */
export type SignInWay = 'code' | 'google';

/** Days for which the list of an account's sign-ins is kept. */
export const signInsKeptDays = 90;

/** Minutes until a code expires. */
export const codeMinutes = 10;

/** Number of wrong tries after which the visitor needs a new code. */
export const codeTries = 5;

/** Letters of the word that a mail has in addition to the code while many wrong codes are tried. */
export const wordLength = 6;

/** The letters of that word: none that look similar, and no vowels, so that the result is never a real word. */
export const wordLetters = 'BCDFGHJKMNPRSTWXYZ';

/** Longest address that SMTP can deliver to, in bytes (RFC 5321, 4.5.3.1.3, without the angle brackets). */
export const emailMaxLength = 254;

/** Longest part of an address before the `@`, in bytes. */
const localPartMaxLength = 64;

/** Returns the message key of an address's problem; `undefined` for a valid address. */
export function emailProblem(email: string): 'EmptyEmail' | 'InvalidEmail' | undefined {
  const address = foldSigns(email);
  if (address === '') return 'EmptyEmail';
  if (email.length > emailMaxLength) return 'InvalidEmail';
  const at = address.lastIndexOf('@');
  const [local, written] = [address.slice(0, at), address.slice(at + 1)];
  const domain = asciiDomain(written);
  const isValid =
    at > 0 &&
    isLocalPart(local) &&
    !hasOuterHyphen(written) &&
    isMailDomain(domain) &&
    byteLength(`${local}@${domain}`) <= emailMaxLength;
  return isValid ? undefined : 'InvalidEmail';
}

/** Quoted local parts are rejected: no real mailbox needs them, and attackers use them to hide other text. */
function isLocalPart(local: string): boolean {
  const isDotString = /^[^\s\p{C}@.<>(),;:"\\[\]]+(\.[^\s\p{C}@.<>(),;:"\\[\]]+)*$/u;
  return byteLength(local) <= localPartMaxLength && isDotString.test(local);
}

/**
 * Whether a label of a domain, as it is written, begins or ends with a hyphen (RFC 5891, 4.2.3.1). Its Punycode hides
 * that, but mail servers see it: a mail to a local part that is not ASCII carries the domain in Unicode.
 */
function hasOuterHyphen(domain: string): boolean {
  return /(^|[.\u3002])-|-([.\u3002]|$)/.test(domain.normalize('NFKC'));
}

/** Whether a domain in ASCII is a name that a mail server can look up, and not an IP address. */
function isMailDomain(domain: string): boolean {
  const isName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;
  return domain.length <= 253 && isName.test(domain);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Returns the message key of a problem in a code's form; `undefined` if it has four digits. */
export function codeProblem(code: string): 'EmptyCode' | 'InvalidCodeLength' | undefined {
  if (code.trim() === '') return 'EmptyCode';
  return /^\d{4}$/.test(code.trim()) ? undefined : 'InvalidCodeLength';
}

/**
 * Returns the one spelling of an address, with which accounts are stored and found: in lower case, with the domain in ASCII
 * (Punycode), without the full-width signs of East Asian keyboards (`＠`, `．`, `。`). Everything that compares addresses or
 * counts by them uses this function.
 */
export function normaliseEmail(email: string): string {
  // A lower-case letter may have another compatible form than its capital.
  const address = foldSigns(foldSigns(email).toLowerCase());
  return address.includes('@') ? withAsciiDomain(address) : address;
}

/** Returns a text with the usual form of signs that only look wider or smaller, and with dots for ideographic full stops. */
function foldSigns(text: string): string {
  return text.normalize('NFKC').replaceAll('\u3002', '.').trim();
}

/** Returns the message key of a problem in the form of the additional word; `undefined` if it has six letters. */
export function wordProblem(word: string): 'EmptyWord' | 'InvalidWord' | undefined {
  const letters = normaliseWord(word);
  if (letters === '') return 'EmptyWord';
  return /^[A-Z]{6}$/.test(letters) ? undefined : 'InvalidWord';
}

/** Returns the additional word in capitals, without spaces. */
export function normaliseWord(word: string): string {
  return word.normalize('NFKC').replace(/\s/g, '').toUpperCase();
}

/**
 * Returns the same spelling for all addresses of one mailbox: without a tag after `+`, and without the dots that Gmail
 * ignores. Use it to count people, never to send mail.
 */
export function canonicalEmail(email: string): string {
  const address = normaliseEmail(email);
  const at = address.lastIndexOf('@');
  const [name = ''] = address.slice(0, at).split('+', 1);
  const local = name === '' ? address.slice(0, at) : name;
  const domain = address.slice(at + 1);
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGoogle ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}

/**
 * Returns an address with its domain in ASCII, so that mail goes to the domain that was checked, regardless of
 * conversions by a mailer. Keeps capitals, because a mail server may distinguish them.
 */
export function deliverableEmail(email: string): string {
  return withAsciiDomain(foldSigns(email));
}

function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, at)}@${asciiDomain(email.slice(at + 1))}`;
}

/** Returns the ASCII spelling (Punycode) of a domain. Returns other texts unchanged. */
function asciiDomain(domain: string): string {
  const isHost = !/[\s\p{C}@:/?#%\\]/u.test(domain) && URL.canParse(`http://${domain}`);
  return isHost ? new URL(`http://${domain}`).hostname : domain;
}
