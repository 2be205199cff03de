import { useBackdropClose } from '#islands/chat/controls/useBackdropClose.ts';
import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { useText } from '#islands/shared/text.tsx';
import { withSpinnerInDialog } from '#islands/chat/controls/ChatSpinner.tsx';
import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { $redeemOpen, closeRedeem } from '#stores/account/redeemDialog.ts';
import { useStore } from '@nanostores/react';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';

const RedeemForm = lazyPart(
  async () => (await import('#islands/redeem/RedeemForm.tsx')).RedeemForm,
  withSpinnerInDialog,
);

/** The dialog for gift codes in the chat area. Its form is fetched when it opens. */
export function GiftDialog() {
  const { t } = useText();
  const open = useStore($redeemOpen);
  const dialog = useRef<HTMLDialogElement>(null);
  useBackdropClose(dialog);
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
        <h2 id="redeem-title" className="text-22 max-md:text-18">
          {t('redeem.title')}
        </h2>
        <IconButton label={t('redeem.close')} icon={X} size={20} onClick={closeRedeem} />
      </div>
      {open && <RedeemForm variant="dialog" />}
    </dialog>
  );
}
