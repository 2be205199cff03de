import { takeSessionEnded } from '#stores/browser/sessionHint.ts';
import { atom, onMount } from 'nanostores';

/** Whether a session has ended without a sign-out, so that the login page explains it. */
export const $sessionEnded = atom(false);

onMount($sessionEnded, () => {
  if (takeSessionEnded()) $sessionEnded.set(true);
});
