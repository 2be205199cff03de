import { Star } from 'lucide-react';

/** The button's texts: `save` before the GPT is saved, `saved` after. */
export type SaveLabels = { save: string; saved: string };

type Props = SaveLabels & { isSaved: boolean; onToggle: () => void; name?: string };

/** Saves a GPT, or removes it from the saved ones. Screen readers read `name`, for pages with several such buttons. */
export function SaveButton({ isSaved, onToggle, save, saved, name }: Props) {
  return (
    <button
      type="button"
      className="save button button-quiet"
      aria-pressed={isSaved}
      onClick={onToggle}
    >
      <Star aria-hidden="true" size={18} />
      <span className="save-label">
        <span>{save}</span>
        <span>{saved}</span>
      </span>
      {name !== undefined && <span className="sr-only">{name}</span>}
    </button>
  );
}
