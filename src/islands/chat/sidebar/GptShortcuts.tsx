import { chatPath } from '#domain/chat/chatPaths.ts';
import { GptMark } from '#islands/chat/marks/Mark.tsx';
import { SidebarLink } from '#islands/chat/sidebar/SidebarLink.tsx';
import { useText } from '#islands/shared/text.tsx';
import { whenIdle } from '#islands/shared/whenIdle.ts';
import { $gptCards, loadGptCards } from '#stores/gpts/gptCards.ts';
import { $recentGpts } from '#stores/gpts/recent.ts';
import { $savedGpts } from '#stores/gpts/saved.ts';
import { keepShortcutCount } from '#stores/route/sidebar.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

const mostShown = 3;

/** The GPTs that were used last, then saved ones: rows, and in the drawer marks beside the entry of GPTs. */
export function GptShortcuts() {
  const { language } = useText();
  const recent = useStore($recentGpts);
  const saved = useStore($savedGpts);
  const cards = useStore($gptCards);
  const all = [...new Set([...(recent ?? []), ...(saved ?? [])])];
  const ids = all.filter((id) => cards[id] !== 'missing').slice(0, mostShown);
  const joined = ids.join('\n');
  useEffect(
    () => (joined === '' ? undefined : whenIdle(() => void loadGptCards(joined.split('\n')))),
    [joined],
  );
  const isKnown = recent !== undefined && saved !== undefined;
  useEffect(() => {
    if (isKnown) keepShortcutCount(ids.length);
  }, [isKnown, ids.length]);
  return (
    // As high as the rows of the last page, so that the list below does not move when they come.
    <ul className="max-md:flex md:min-h-[calc(var(--sidebar-gpts,0)*32px)] md:touch:min-h-[calc(var(--sidebar-gpts,0)*44px)]">
      {ids.map((id) => {
        const card = cards[id];
        const gpt = typeof card === 'object' ? card : undefined;
        return (
          <li key={id}>
            <SidebarLink
              href={chatPath(language, { group: 'g', gpt: id })}
              tip={gpt?.name}
              className="max-md:justify-center max-md:px-1.5 max-md:touch:min-w-11 max-md:touch:px-0"
            >
              <GptMark gpt={gpt} className="-mx-px size-5 rounded-[6px] max-md:size-7" />
              <span
                className="min-w-0 flex-1 truncate max-md:sr-only"
                lang={gpt?.lang ?? undefined}
                dir="auto"
              >
                {gpt?.name ?? id}
              </span>
            </SidebarLink>
          </li>
        );
      })}
    </ul>
  );
}
