import { useHydrated } from '#islands/shared/Hydrated.tsx';
import { pageGpt } from '#stores/gpts/pageGpt.ts';
import { $savedGpts, ensureSavedGpts, toggleSaved } from '#stores/gpts/saved.ts';
import { isVisitor } from '#stores/account/user.ts';
import { useStore } from '@nanostores/react';
import { Star } from 'lucide-react';
import { useEffect } from 'react';

/** The button's texts: `save` before the GPT is saved, `saved` after. */
type SaveLabels = { save: string; saved: string };

/** The button Save or Saved on the page of a GPT. It hydrates when the GPT is saved already, or on the first touch. */
export function SaveToggle({ save, saved }: SaveLabels) {
  const isHydrated = useHydrated();
  const savedGpts = useStore($savedGpts);
  useEffect(() => {
    if (!isVisitor()) void ensureSavedGpts();
  }, []);
  const id = isHydrated ? pageGpt() : undefined;
  const isSaved = id !== undefined && savedGpts?.includes(id) === true;
  return (
    <button
      type="button"
      className="save button button-quiet"
      aria-pressed={isSaved}
      onClick={togglePageGpt}
    >
      <Star aria-hidden="true" size={18} />
      <span className="save-label">
        <span>{save}</span>
        <span>{saved}</span>
      </span>
    </button>
  );
}

function togglePageGpt(): void {
  const id = pageGpt();
  if (id !== undefined) void toggleSaved(id);
}
