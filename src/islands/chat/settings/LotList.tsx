import { formatOf } from '#i18n/format.ts';
import { useText } from '#islands/shared/text.tsx';
import { $lots, type CreditLot, watchLots } from '#stores/account/lots.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

/** The user's credits by lot, with what tells lots of the same product apart. The lot that ends first comes first. */
export function LotList() {
  const { t } = useText();
  const lots = useStore($lots);
  useEffect(watchLots, []);
  if (lots.state === 'failed') {
    return (
      <p role="alert" className="mb-3 text-14 text-negative">
        {t(lots.problem.key, lots.problem.values)}
      </p>
    );
  }
  if (lots.state === 'loading' || lots.items.length === 0) return null;
  return (
    <div className="mb-4">
      <h4 id="lots" className="mb-1 text-16">
        {t('settings.credits.lots.title')}
      </h4>
      <ul aria-labelledby="lots" className="divide-y divide-line">
        {lots.items.map((lot, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lots have no id here, and their order is fixed
          <Lot key={index} lot={lot} />
        ))}
      </ul>
      {lots.more > 0 && (
        <p className="text-14 text-soft">{t('settings.credits.lots.more', { count: lots.more })}</p>
      )}
    </div>
  );
}

function Lot({ lot }: { lot: CreditLot }) {
  const { t, language } = useText();
  const { number, day } = formatOf(language);
  const { product, origin, remaining, frozen, created, ends } = lot;
  const source = t(`settings.credits.lots.${origin}`);
  const facts = [
    ends === null
      ? t('settings.credits.lots.endless')
      : t('settings.credits.lots.ends', { date: day(ends.slice(0, 10)) }),
    ...(created === undefined
      ? []
      : [t('settings.credits.lots.received', { date: day(created.slice(0, 10)) })]),
    ...(frozen > 0 ? [t('settings.credits.frozenPart', { count: frozen })] : []),
  ];
  return (
    <li className="flex items-baseline gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {product === null ? source : `${t(`orders.product.${product}`)} · ${source}`}
        </p>
        <p className="text-14 text-soft">{facts.join(' · ')}</p>
      </div>
      <span className="shrink-0 tabular-nums">{number(remaining)}</span>
    </li>
  );
}
