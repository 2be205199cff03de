import { readStored, store } from '#stores/browser/storage.ts';

/** Storage key of a gift code that waits in this tab while its visitor signs in. The code never appears in an address. */
const key = 'gift-code';

export function keepTypedCode(code: string): void {
  store(key, code, 'sessionStorage');
}

export function forgetTypedCode(): void {
  store(key, undefined, 'sessionStorage');
}

/** Whether a code waits in this tab. */
export function isTypedCodeKept(): boolean {
  return readStored(key, 'sessionStorage') !== undefined;
}

/** Returns the waiting code and forgets it. */
export function takeTypedCode(): string | undefined {
  const code = readStored(key, 'sessionStorage');
  forgetTypedCode();
  return code;
}
