import { smallButton } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import { savedCards } from '#stores/gpts/cardLists.ts';
import { $removedGpts, forgetRemoved } from '#stores/gpts/saved.ts';
import { useStore } from '@nanostores/react';

/** Says how many of the saved GPTs are there no more, and takes them off the list. */
export function Gone({ missing }: { missing: readonly string[] }) {
  const { t } = useText();
  const gone = [...useStore($removedGpts), ...missing];
  if (gone.length === 0) return null;
  const forget = async (): Promise<void> => {
    await forgetRemoved(gone);
    await savedCards.open();
  };
  return (
    <p className="mb-5 flex flex-wrap items-center gap-2 text-soft">
      {t('saved.gone', { count: gone.length })}
      <button type="button" className={smallButton} onClick={() => void forget()}>
        {t('saved.forget')}
      </button>
    </p>
  );
}
