import { resendSeconds } from '#domain/login.ts';
import { readStored, store } from '#stores/browser/storage.ts';
import { atom, computed } from 'nanostores';

/** Kept for the whole browser, so that reloads and other tabs count on. */
const storedAs = 'codeResendAt';

/** When the next code can be asked for, and what time it is now, in milliseconds. */
const $resendAt = atom(0);
const $now = atom(0);

let ticking: ReturnType<typeof setInterval> | undefined;

/** Seconds of the countdown that are left; 0 when a code can be asked for. Closing the dialog does not stop it. */
export const $secondsLeft = computed([$resendAt, $now], (resendAt, now) =>
  Math.max(0, Math.ceil((resendAt - now) / 1000)),
);

export function startCountdown(seconds: number): void {
  const resendAt = Date.now() + seconds * 1000;
  store(storedAs, String(resendAt));
  countDownTo(resendAt);
}

/** A code that was used makes nobody wait for the next one. */
export function endCountdown(): void {
  store(storedAs, undefined);
  countDownTo(0);
}

/** Takes up the countdown that this browser began in another page or tab. Returns how to stop following it. */
export function followCountdown(): () => void {
  const restore = (): void => {
    const resendAt = Number(readStored(storedAs) ?? 0);
    // A clock that was set back must not keep anybody waiting.
    const latest = Date.now() + resendSeconds * 1000;
    if (Number.isFinite(resendAt)) countDownTo(Math.min(resendAt, latest));
  };
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === storedAs || key === null) restore();
  };
  restore();
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

function countDownTo(resendAt: number): void {
  clearInterval(ticking);
  $now.set(Date.now());
  $resendAt.set(resendAt);
  if ($secondsLeft.get() === 0) return;
  ticking = setInterval(() => {
    $now.set(Date.now());
    if ($secondsLeft.get() === 0) clearInterval(ticking);
  }, 1000);
}
