import type { PlanPart } from '#contract/orders/subscription.ts';
import { formatOf } from '#i18n/format.ts';
import { useText } from '#islands/shared/text.tsx';

/** The parts of paid plans that do not renew, each with its own dates. */
export function PlanParts({ title, parts }: { title: string; parts: readonly PlanPart[] }) {
  const { t, language } = useText();
  const { day } = formatOf(language);
  return (
    <div className="grid gap-1 text-14">
      <p>{title}</p>
      <ul className="list-disc ps-5">
        {parts.map(({ product, starts, ends }) => (
          <li key={`${product} ${starts} ${ends}`}>
            {t('orders.plan.part', {
              plan: t(`orders.product.${product}`),
              from: day(starts.slice(0, 10)),
              until: day(ends.slice(0, 10)),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}
