import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { savedCards } from '#stores/gpts/cardLists.ts';
import { $removedGpts, forgetRemoved } from '#stores/gpts/saved.ts';
import { useStore } from '@nanostores/react';

/** Shows how many of the saved GPTs no longer exist, with a button that takes them off the list. */
export function RemovedGpts({ missing }: { missing: readonly string[] }) {
  const { t } = useText();
  const removed = [...useStore($removedGpts), ...missing];
  if (removed.length === 0) return null;
  const forget = async (): Promise<void> => {
    await forgetRemoved(removed);
    await savedCards.open();
  };
  return (
    <p className="mb-5 flex flex-wrap items-center gap-2 text-soft">
      <span>{t('saved.gone', { count: removed.length })}</span>
      <Button look="small" onClick={() => void forget()}>
        {t('saved.forget')}
      </Button>
    </p>
  );
}
