import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { openRedeem } from '#stores/account/redeemDialog.ts';

/** The ways to more credits: plans and packs, or a gift code. */
export function MoreCredits() {
  const { t, language } = useText();
  return (
    <>
      <a className="button text-14 short:order-first" href={pricingPath(language)}>
        {t('chat.limit.pricing')}
      </a>
      <Button look="quiet" className="text-14" onClick={openRedeem}>
        {t('chat.limit.gift')}
      </Button>
    </>
  );
}
