import { HelpLink } from '#islands/chat/controls/HelpLink.tsx';
import { ordersPath } from '#domain/orders/orderPaths.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { HistoryList } from '#islands/chat/settings/HistoryList.tsx';
import { LotList } from '#islands/chat/settings/LotList.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { StartNote } from '#islands/shared/StartNote.tsx';
import { balanceText } from '#islands/shared/balanceText.ts';
import { useText } from '#islands/shared/text.tsx';
import { useAccount } from '#islands/shared/useAccount.ts';
import { openRedeem } from '#stores/account/redeemDialog.ts';

/** The balance, ways to get more credits, the lots, and their history. */
export function CreditsSection() {
  const { t, language } = useText();
  const account = useAccount();
  return (
    <>
      <p className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <strong className="w-full font-semibold tabular-nums">
          {account && balanceText(t, account)}
        </strong>
        <a className="button" href={pricingPath(language)}>
          {t('settings.credits.more')}
        </a>
        <a className="button button-quiet" href={ordersPath(language)}>
          {t('settings.credits.orders')}
        </a>
        <Button look="quiet" onClick={openRedeem}>
          {t('account.gift')}
        </Button>
      </p>
      <StartNote className="mb-3 text-14 text-soft" />
      {account && account.frozen > 0 && (
        <p className="mb-3 text-14 text-soft">
          {t('settings.credits.frozen', { count: account.frozen })}
        </p>
      )}
      <p className="mb-3 text-14">
        <HelpLink page="what-credits-buy" text={t('settings.credits.rules')} />
      </p>
      <LotList />
      <h4 id="history" className="mb-1 text-16">
        {t('settings.credits.history')}
      </h4>
      <HistoryList />
    </>
  );
}
