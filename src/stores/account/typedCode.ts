import { readVisitStored, storeForVisit } from '#stores/browser/storage.ts';

/** A gift code that a visitor entered, who may sign in on another page and come back. It stands in no address. */
const key = 'gift-code';

export function keepTypedCode(code: string): void {
  storeForVisit(key, code);
}

export function forgetTypedCode(): void {
  storeForVisit(key, undefined);
}

/** Whether a code waits for a visitor who has left the page. */
export function isTypedCodeKept(): boolean {
  return readVisitStored(key) !== undefined;
}

/** Returns the code that waits, once. */
export function takeTypedCode(): string | undefined {
  const code = readVisitStored(key);
  forgetTypedCode();
  return code;
}
