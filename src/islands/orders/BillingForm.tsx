import type { Billing, Receipt } from '#contract/orders/receipts.ts';
import { billingAddressMax, billingNameMax } from '#domain/orders/billing.ts';
import { Problem } from '#islands/shared/Problem.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { Message } from '#stores/browser/message.ts';
import { saveBilling } from '#stores/orders/receipts.ts';
import { type FormEvent, useId, useState } from 'react';

type Props = { receipt: Receipt; isSaving: boolean; problem: Message | undefined };

/** A button that opens the form, and the form for the name and address on receipts. */
export function BillingForm({ receipt, isSaving, problem }: Props) {
  const { t } = useText();
  const { billing } = receipt.buyer;
  const [name, setName] = useState(billing.name);
  const [address, setAddress] = useState(billing.address);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await saveBilling({ name, address })) setOpen(false);
  };
  if (!isOpen) return <OpenButton billing={billing} onClick={() => setOpen(true)} />;
  return (
    <form
      method="post"
      className="grid gap-3 rounded-large border border-line bg-raised p-4 print:hidden"
      onSubmit={(event) => void submit(event)}
    >
      <label className="grid gap-1 text-14 font-medium">
        <span>{t('orders.billing.name')}</span>
        <input
          className={field}
          value={name}
          maxLength={billingNameMax}
          autoComplete="name"
          aria-describedby={id}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <label className="grid gap-1 text-14 font-medium">
        <span>{t('orders.billing.address')}</span>
        <textarea
          className={field}
          rows={4}
          value={address}
          maxLength={billingAddressMax}
          autoComplete="street-address"
          onChange={(event) => setAddress(event.target.value)}
        />
      </label>
      <p id={id} className="text-14 text-soft">
        {t('orders.billing.hint')}
      </p>
      <Problem problem={problem} />
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="button" disabled={isSaving}>
          {t('orders.billing.save')}
        </button>
        <Button look="quiet" onClick={() => setOpen(false)}>
          {t('orders.billing.cancel')}
        </Button>
      </div>
    </form>
  );
}

function OpenButton({ billing, onClick }: { billing: Billing; onClick: () => void }) {
  const { t } = useText();
  return (
    <button
      type="button"
      className="justify-self-start text-14 text-accent underline touch:min-h-11 print:hidden"
      onClick={onClick}
    >
      {t(billing.name || billing.address ? 'orders.billing.change' : 'orders.billing.add')}
    </button>
  );
}

const field =
  'min-h-11 w-full rounded-small border border-line-strong bg-surface px-3 py-2 text-16 font-normal';
