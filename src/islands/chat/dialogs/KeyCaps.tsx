import { useText } from '#islands/shared/text.tsx';
import { keyCaps } from '#stores/browser/keyCaps.ts';
import type { Keys } from '#stores/browser/keyNames.ts';

/** The keys of a shortcut, named as on the platform’s keyboard. */
export function KeyCaps({ keys }: { keys: Keys }) {
  const { language } = useText();
  return (
    <kbd className="flex min-w-0 flex-wrap gap-1 font-sans text-12 text-soft">
      {keyCaps(keys, language).map((cap) => (
        <kbd
          key={cap}
          className="min-w-6 rounded-small border border-line bg-surface px-1.5 py-0.5 text-center font-sans"
        >
          {cap}
        </kbd>
      ))}
    </kbd>
  );
}
