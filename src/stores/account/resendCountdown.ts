import { resendSeconds } from '#domain/login/login.ts';
import { readStored, store } from '#stores/browser/storage.ts';
import { atom, computed } from 'nanostores';

/** Key in local storage, so that the countdown continues after a reload and in other tabs. */
const storageKey = 'codeResendAt';

/** The time when the next code can be requested, and the current time, in milliseconds. */
const $resendAt = atom(0);
const $now = atom(0);

let timer: ReturnType<typeof setInterval> | undefined;

/** The remaining seconds; 0 when a code can be requested. Closing the dialog does not stop the countdown. */
export const $secondsLeft = computed([$resendAt, $now], (resendAt, now) =>
  Math.max(0, Math.ceil((resendAt - now) / 1000)),
);

export function startCountdown(seconds: number): void {
  const resendAt = Date.now() + seconds * 1000;
  store(storageKey, String(resendAt));
  countDownTo(resendAt);
}

/** Ends the countdown after a code was used. */
export function endCountdown(): void {
  store(storageKey, undefined);
  countDownTo(0);
}

/** Continues the countdown that another page or tab of this browser started. Returns an unsubscribe function. */
export function watchCountdown(): () => void {
  const restore = (): void => {
    const resendAt = Number(readStored(storageKey) ?? 0);
    // Limited, because the clock may have been set back since.
    const latest = Date.now() + resendSeconds * 1000;
    if (Number.isFinite(resendAt)) countDownTo(Math.min(resendAt, latest));
  };
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === storageKey || key === null) restore();
  };
  restore();
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

function countDownTo(resendAt: number): void {
  clearInterval(timer);
  $now.set(Date.now());
  $resendAt.set(resendAt);
  if ($secondsLeft.get() === 0) return;
  timer = setInterval(() => {
    $now.set(Date.now());
    if ($secondsLeft.get() === 0) clearInterval(timer);
  }, 1000);
}
