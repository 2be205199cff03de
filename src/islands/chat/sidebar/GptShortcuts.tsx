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

/** The drawer shows one less, for which eight conversations stay visible on a phone. */
const mostShown = 3;

/** The GPTs that were used last, then saved ones. */
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
    <ul className="min-h-[calc(var(--rows)*32px)] touch:min-h-[calc(var(--rows)*44px)] [--rows:var(--sidebar-gpts,0)] max-md:[--rows:min(2,var(--sidebar-gpts,0))]">
      {ids.map((id) => {
        const card = cards[id];
        const gpt = typeof card === 'object' ? card : undefined;
        return (
          <li key={id} className="max-md:nth-[n+3]:hidden">
            <SidebarLink href={chatPath(language, { group: 'g', gpt: id })} tip={gpt?.name}>
              <GptMark gpt={gpt} className="-mx-px size-5 rounded-[6px]" />
              <span className="min-w-0 flex-1 truncate" lang={gpt?.lang ?? undefined} dir="auto">
                {gpt?.name ?? id}
              </span>
            </SidebarLink>
          </li>
        );
      })}
    </ul>
  );
}
