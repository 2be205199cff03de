import { useHydrated } from '#islands/shared/Hydrated.tsx';
import { SaveButton, type SaveLabels } from '#islands/shared/SaveButton.tsx';
import { pageGpt } from '#stores/gpts/pageGpt.ts';
import { $savedGpts, ensureSavedGpts, toggleSaved } from '#stores/gpts/saved.ts';
import { isVisitor } from '#stores/account/user.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

/** The button Save or Saved on the page of a GPT. It hydrates when the GPT is saved already, or on the first touch. */
export function SaveToggle(labels: SaveLabels) {
  const isHydrated = useHydrated();
  const saved = useStore($savedGpts);
  useEffect(() => {
    if (!isVisitor()) void ensureSavedGpts();
  }, []);
  const id = isHydrated ? pageGpt() : undefined;
  const isSaved = id !== undefined && saved?.includes(id) === true;
  return <SaveButton {...labels} isSaved={isSaved} onToggle={togglePageGpt} />;
}

function togglePageGpt(): void {
  const id = pageGpt();
  if (id !== undefined) void toggleSaved(id);
}
