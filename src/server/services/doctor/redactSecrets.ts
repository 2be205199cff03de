import type { Environment } from '#server/environment.ts';

const secretNames = /SECRET|TOKEN|PASSWORD|_KEY$|_KEY_ID$|_API_KEY|WEBHOOK/;

/** Shorter texts are no secrets, and occur within words. */
const shortest = 6;

/** Returns a text without the secrets of the environment, and without the passwords of its addresses. */
export function redactSecrets(text: string, environment: Environment): string {
  let redacted = text;
  for (const [name, value = ''] of Object.entries(environment)) {
    for (const secret of secretsIn(name, value.trim())) {
      if (secret.length >= shortest) redacted = redacted.replaceAll(secret, '…');
    }
  }
  return redacted;
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
