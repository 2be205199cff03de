import { useHydrated } from '#islands/shared/Hydrated.tsx';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { type PageText, TextProvider, useText } from '#islands/shared/text.tsx';
import { watchSignIn } from '#stores/account/signInWatch.ts';
import { type ReactNode, useEffect } from 'react';

/** `loading` is the key of the spinner's text. */
type Props = { text: PageText; loading: string; children: ReactNode };

/** An island whose content depends on the address, which the build does not know: the page's HTML shows a spinner. */
export function AddressIsland({ text, loading, children }: Props) {
  const isHydrated = useHydrated();
  useEffect(watchSignIn, []);
  return (
    <TextProvider {...text}>{isHydrated ? children : <Loading text={loading} />}</TextProvider>
  );
}

/** Hidden without script, because it would spin for ever. The page explains that it needs script. */
function Loading({ text }: { text: string }) {
  const { t } = useText();
  return (
    <div className="needs-script">
      <Spinner label={t(text)} />
    </div>
  );
}
