import type { Environment } from '#server/environment.ts';

const secretNames = /SECRET|TOKEN|PASSWORD|_KEY$|_KEY_ID$|_API_KEY|WEBHOOK/;

/** Shorter texts are no secrets, and occur within words. */
const shortest = 6;

/**
 * Returns a function that replaces the secrets of an environment in a text, and the passwords of its addresses. A secret
 * within another one is replaced after that.
 */
export function secretRedactor(environment: Environment): (text: string) => string {
  const secrets = Object.entries(environment)
    .flatMap(([name, value = '']) => secretsIn(name, value.trim()))
    .filter((secret) => secret.length >= shortest)
    .toSorted((one, other) => other.length - one.length);
  return (text) => secrets.reduce((redacted, secret) => redacted.replaceAll(secret, '…'), text);
}

function secretsIn(name: string, value: string): string[] {
  if (secretNames.test(name)) return [value, ...value.split(/[\s,]+/)];
  const password = name.endsWith('URL') ? (URL.parse(value)?.password ?? '') : '';
  return password === '' ? [] : [password, decode(password)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
