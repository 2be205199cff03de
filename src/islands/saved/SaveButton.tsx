import { toggleSaved } from '#stores/gpts/saved.ts';
import { Star } from 'lucide-react';

/** The button's texts: `save` before the GPT is saved, `saved` after. */
type SaveLabels = { save: string; saved: string };

type Props = SaveLabels & { id: string; isSaved: boolean; name: string };

/** Saves a GPT, or removes it from the saved ones. Screen readers read its `name`. */
export function SaveButton({ id, isSaved, save, saved, name }: Props) {
  return (
    <button
      type="button"
      className="save button button-quiet"
      aria-pressed={isSaved}
      onClick={() => void toggleSaved(id)}
    >
      <Star aria-hidden="true" size={18} />
      <span className="save-label">
        <span>{save}</span>
        <span>{saved}</span>
      </span>
      <span className="sr-only">{name}</span>
    </button>
  );
}
