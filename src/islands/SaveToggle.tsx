import { useHydrated } from '#islands/shared/Hydrated.tsx';
import { SaveButton, type SaveLabels } from '#islands/shared/SaveButton.tsx';
import { $savedGpts, ensureSavedGpts } from '#stores/gpts/saved.ts';
import { isVisitor } from '#stores/account/user.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

/** The button Save or Saved on the page of a GPT. It hydrates when the GPT is saved already, or on the first touch. */
export function SaveToggle({ id, ...labels }: SaveLabels & { id: string }) {
  const isHydrated = useHydrated();
  const saved = useStore($savedGpts);
  useEffect(() => {
    if (!isVisitor()) void ensureSavedGpts();
  }, []);
  return <SaveButton {...labels} id={id} isSaved={isHydrated && saved?.includes(id) === true} />;
}
