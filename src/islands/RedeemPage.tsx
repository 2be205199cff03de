import { RedeemForm } from '#islands/redeem/RedeemForm.tsx';
import { useAwake } from '#islands/shared/Awake.tsx';
import { type PageText, TextProvider, readPageText } from '#islands/shared/text.tsx';
import { $redemption, restoreTyped } from '#stores/account/redeem.ts';
import { useEffect, useMemo } from 'react';

/** The form on the page of gift codes. Its HTML works by itself; the props are the texts that stand in it. */
export function RedeemPage({ language, messages }: PageText) {
  const awake = useAwake();
  const text = useMemo(
    () => (awake ? readPageText() : { language, messages }),
    [awake, language, messages],
  );
  useEffect(() => {
    restoreTyped();
    return $redemption.listen(hideFilledOutcome);
  }, []);
  return (
    <TextProvider {...text}>
      <RedeemForm place="page" />
    </TextProvider>
  );
}

/** The server's message about an earlier try goes with the next one. */
function hideFilledOutcome(): void {
  document.getElementById('redeem-outcome')?.setAttribute('hidden', '');
}
