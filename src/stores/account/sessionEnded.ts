import { takeSessionEnded } from '#stores/account/hint.ts';
import { atom, onMount } from 'nanostores';

/** Whether a session has ended that was not left on purpose, for the login page to say so. */
export const $sessionEnded = atom(false);

onMount($sessionEnded, () => {
  if (takeSessionEnded()) $sessionEnded.set(true);
});
