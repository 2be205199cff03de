import { RedeemForm } from '#islands/redeem/RedeemForm.tsx';
import { useHydrated } from '#islands/shared/Hydrated.tsx';
import { type PageText, TextProvider, readPageText } from '#islands/shared/text.tsx';
import { $redemption, restoreTyped } from '#stores/account/redeem.ts';
import { useEffect, useMemo } from 'react';

/** The form on the page of gift codes. Its HTML works without script; the props are the texts of that HTML. */
export function RedeemPage({ language, messages }: PageText) {
  const isHydrated = useHydrated();
  const text = useMemo(
    () => (isHydrated ? readPageText() : { language, messages }),
    [isHydrated, language, messages],
  );
  useEffect(() => {
    restoreTyped();
    return $redemption.listen(hideServerOutcome);
  }, []);
  return (
    <TextProvider {...text}>
      <RedeemForm variant="page" />
    </TextProvider>
  );
}

/** Hides the outcome that the server wrote into the page, because it is about an earlier code. */
function hideServerOutcome(): void {
  document.getElementById('redeem-outcome')?.setAttribute('hidden', '');
}
