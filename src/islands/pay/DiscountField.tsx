import { isOfComposition } from '#domain/texts/composing.ts';
import { giftCodeMaxTyped } from '#domain/product/giftCodes.ts';
import { payPath } from '#domain/orders/orderPaths.ts';
import { spaceAfter } from '#domain/texts/joinSentences.ts';
import { formatOf } from '#i18n/format.ts';
import { field } from '#islands/shared/classes.ts';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { Message } from '#stores/browser/message.ts';
import {
  type DiscountChoice,
  applyDiscount,
  removeDiscount,
  typeDiscount,
} from '#stores/orders/ordersNew.ts';
import { type KeyboardEvent, useId } from 'react';

/** The field for a discount code. The price above it changes when the server has accepted the code. */
export function DiscountField({ discount }: { discount: DiscountChoice }) {
  const { t } = useText();
  const id = useId();
  const { typed, percentOff, checking, problem } = discount;
  const isApplied = percentOff !== undefined;
  // Enter applies the code. Without this it would send the order.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || isOfComposition(event.nativeEvent)) return;
    event.preventDefault();
    if (!isApplied) void applyDiscount();
  };
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-14 font-medium">
        {t('pay.code.label')}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          className={`${field} flex-[1_1_240px] font-mono uppercase`}
          type="text"
          maxLength={giftCodeMaxTyped}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          readOnly={isApplied || checking}
          onChange={(event) => typeDiscount(event.target.value)}
          onKeyDown={onKeyDown}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-state`}
        />
        {!isApplied && (
          <Button
            look="quiet"
            className="flex-none"
            disabled={checking}
            onClick={() => void applyDiscount()}
          >
            {t(checking ? 'pay.code.applying' : 'pay.code.apply')}
          </Button>
        )}
      </div>
      <div id={`${id}-state`} aria-live="polite" className="text-14">
        {isApplied && <Applied percentOff={percentOff} />}
        {problem && <Refusal problem={problem} />}
      </div>
    </div>
  );
}

function Applied({ percentOff }: { percentOff: number }) {
  const { t, language } = useText();
  const percent = formatOf(language).percent(percentOff);
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4">
      <span className="text-positive">{t('pay.code.applied', { percent })}</span>
      <Button look="small" onClick={() => void removeDiscount()}>
        {t('pay.code.remove')}
      </Button>
    </p>
  );
}

/** Why the code was refused, with a link to the order that already uses it. */
function Refusal({ problem }: { problem: Message }) {
  const { t, language } = useText();
  const { order } = problem.values;
  const reason = t(problem.key, problem.values);
  return (
    <p className="text-negative">
      <span>{reason + spaceAfter(reason)}</span>
      {typeof order === 'string' && (
        <a className="underline" href={payPath(language, order)}>
          {t('pay.code.openOrder')}
        </a>
      )}
    </p>
  );
}
