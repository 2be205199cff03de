import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { useText } from '#islands/shared/text.tsx';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';

type Props = { title: string; text: string; note?: ReactNode; children: ReactNode };

/**
 * Shows why no question can be sent, with actions that help. It can be made small, and is small at first where a keyboard
 * leaves little room: then its actions still are on the screen, without paragraphs after them.
 */
export function BlockedNotice({ title, text, note, children }: Props) {
  const { t } = useText();
  const isShort = useSyncExternalStore(watchHeight, isShortNow, () => false);
  const [choice, setChoice] = useState<boolean>();
  const isSmall = choice ?? isShort;
  return (
    <section
      className={`rounded-large border border-line bg-sunken ${isSmall ? 'px-3 pt-1 pb-2' : 'p-4'}`}
    >
      <div className="flex items-center gap-2">
        <h2 className={`min-w-0 flex-1 ${isSmall ? 'truncate text-14' : 'text-16'}`}>{title}</h2>
        <IconButton
          label={t(isSmall ? 'composer.notice.more' : 'composer.notice.less')}
          icon={isSmall ? ChevronUp : ChevronDown}
          className="-my-2 -mr-2"
          aria-expanded={!isSmall}
          onClick={() => setChoice(!isSmall)}
        />
      </div>
      {!isSmall && (
        <>
          <output className="mt-1 block text-14 text-soft">{text}</output>
          {note}
        </>
      )}
      <div
        className={
          isSmall
            ? 'relative mt-1.5 flex gap-2 overflow-x-auto p-0.5 [&>*]:shrink-0 [&>p]:hidden'
            : 'mt-3 flex flex-wrap items-center gap-2'
        }
      >
        {children}
      </div>
    </section>
  );
}

/** Same as the variant `short` in `styles/theme.css`. */
const shortQuery = '(height < 480px)';

function isShortNow(): boolean {
  return matchMedia(shortQuery).matches;
}

function watchHeight(onChange: () => void): () => void {
  const query = matchMedia(shortQuery);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
