import type { PlanPart, PlanPreview } from '#contract/orders/subscription.ts';
import { formatOf } from '#i18n/format.ts';
import { useText } from '#islands/shared/text.tsx';

type PlaceProps = { place: PlanPreview['once']; renews: boolean };

/** When an ordered plan starts if it has to wait, and the effect on the plans that are paid. */
export function PlaceNote({ place, renews }: PlaceProps) {
  const { t, language } = useText();
  const { day } = formatOf(language);
  const { starts } = place;
  if (starts === null && place.moved.length === 0) return null;
  return (
    <div className="grid gap-2">
      {starts !== null && <p>{t('pay.place.starts', { date: day(starts.slice(0, 10)) })}</p>}
      <MovedParts parts={place.moved} renews={renews} />
    </div>
  );
}

type MovedProps = { parts: readonly PlanPart[]; renews: boolean };

/** The dates to which a purchase moves the parts of paid plans, one line each. */
export function MovedParts({ parts, renews }: MovedProps) {
  const { t, language } = useText();
  const { day } = formatOf(language);
  return parts.map(({ product, starts, ends }) => (
    <p key={`${product} ${starts}`}>
      {t(renews ? 'pay.place.keptRenewing' : 'pay.place.kept', {
        plan: t(`orders.product.${product}`),
        from: day(starts.slice(0, 10)),
        until: day(ends.slice(0, 10)),
      })}
    </p>
  ));
}
