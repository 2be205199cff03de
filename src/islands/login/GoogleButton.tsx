import { googleSignInPath } from '#domain/login/googleSignIn.ts';
import { homePath } from '#domain/gpts/gptPaths.ts';
import { useHydrated } from '#islands/shared/Hydrated.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $isGoogleOpen, googleReturnPath, signInWithGoogle } from '#stores/account/googleSignIn.ts';
import { useStore } from '@nanostores/react';
import type { MouseEvent } from 'react';

/** Signs in with Google: in a popup, or without script by a link in the same tab. */
export function GoogleButton({ onSignedIn }: { onSignedIn?: (() => void) | undefined }) {
  const { t, language } = useText();
  const isOpen = useStore($isGoogleOpen);
  // The build does not know on which page the form will be shown.
  const returnPath = useHydrated() ? googleReturnPath(language) : homePath(language);
  const onClick = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    signInWithGoogle(language, onSignedIn);
  };
  return (
    <a
      className="button button-quiet"
      href={googleSignInPath(language, returnPath)}
      rel="nofollow"
      onClick={onClick}
    >
      <GoogleMark />
      <span>{t(isOpen ? 'login.googleWaiting' : 'login.google')}</span>
    </a>
  );
}

/** Google's logo. Its guidelines require the four colours in light and dark mode. */
function GoogleMark() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92a8.78 8.78 0 0 0 2.68-6.62Z"
      />
      <path
        fill="#34a853"
        d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26a5.4 5.4 0 0 1-8.08-2.85H.96v2.33A9 9 0 0 0 9 18Z"
      />
      <path fill="#fbbc05" d="M3.96 10.71a5.4 5.4 0 0 1 0-3.42V4.96H.96a9 9 0 0 0 0 8.08l3-2.33Z" />
      <path
        fill="#ea4335"
        d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.59A9 9 0 0 0 .96 4.96l3 2.33A5.36 5.36 0 0 1 9 3.58Z"
      />
    </svg>
  );
}
