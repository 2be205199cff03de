import { useAwake } from '#islands/shared/Awake.tsx';
import { SaveButton, type SaveLabels } from '#islands/shared/SaveButton.tsx';
import { $savedGpts, ensureSavedGpts } from '#stores/gpts/saved.ts';
import { isVisitor } from '#stores/account/user.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

/** Save or Saved, on the page of a GPT. It wakes where the GPT is saved already, or when it is touched. */
export function SaveToggle({ id, ...labels }: SaveLabels & { id: string }) {
  const isAwake = useAwake();
  const saved = useStore($savedGpts);
  useEffect(() => {
    if (!isVisitor()) void ensureSavedGpts();
  }, []);
  return <SaveButton {...labels} id={id} isSaved={isAwake && saved?.includes(id) === true} />;
}
