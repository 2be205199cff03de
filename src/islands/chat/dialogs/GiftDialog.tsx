import { useText } from '#islands/shared/text.tsx';
import { fetchLater } from '#islands/shared/fetchLater.ts';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { $redeemOpen, closeRedeem } from '#stores/account/redeem.ts';
import { useStore } from '@nanostores/react';
import { X } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';

const RedeemForm = fetchLater(
  async () => (await import('#islands/redeem/RedeemForm.tsx')).RedeemForm,
  Unreachable,
);

/** The redemption dialog of the chat area; its form is loaded when it opens. */
export function GiftDialog() {
  const { t } = useText();
  const open = useStore($redeemOpen);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className="dialog p-5"
      aria-labelledby="redeem-title"
      onClose={closeRedeem}
    >
      <div className="mb-2 flex items-center justify-between">
        <h2 id="redeem-title" className="text-22">
          {t('redeem.title')}
        </h2>
        <button
          type="button"
          className="icon-button"
          aria-label={t('redeem.close')}
          onClick={closeRedeem}
        >
          <X aria-hidden="true" size={20} />
        </button>
      </div>
      {open && (
        <Suspense fallback={<Spinner label={t('chat.loading')} />}>
          <RedeemForm place="dialog" />
        </Suspense>
      )}
    </dialog>
  );
}

function Unreachable() {
  const { t } = useText();
  return <p role="alert">{t('errors.offline')}</p>;
}
