import { chatPath, chatScreenPath } from '#domain/chat/chatPaths.ts';
import { divideByLanguage, languageOfTexts } from '#domain/languages/readers.ts';
import { GptMark } from '#islands/chat/marks/Mark.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $gptCards, loadGptCards } from '#stores/gpts/gptCards.ts';
import { $popularGpts, type GptCard, loadPopularGpts } from '#stores/gpts/gpts.ts';
import { $recentGpts } from '#stores/gpts/recent.ts';
import { $savedGpts } from '#stores/gpts/saved.ts';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useId } from 'react';

const mostOwn = 4;
const mostOthers = 6;

/** GPTs that the user used or saved, then others in a language of the reader, most used first. */
export function GptChoices({ current }: { current?: string }) {
  const { t, language } = useText();
  const own = useOwnGpts(current);
  const others = useOtherGpts(
    own?.map(({ id }) => id),
    current,
  );
  // Both lists appear together, so that none moves the other.
  if (!own) return null;
  return (
    <>
      {own.length > 0 && (
        <Choices title={t('chat.first.yours')}>
          {own.map(({ id, gpt }) => (
            <Choice key={id} id={id} gpt={gpt} />
          ))}
        </Choices>
      )}
      {others.length > 0 && (
        <Choices title={t('chat.first.others')}>
          {others.map((gpt) => (
            <Choice key={gpt.id} id={gpt.id} gpt={gpt} />
          ))}
        </Choices>
      )}
      <p className="mt-3 text-14">
        <a
          className="inline-flex items-center text-accent underline underline-offset-2 touch:min-h-11"
          href={chatScreenPath(language, 'gpts')}
        >
          {t('chat.first.all')}
        </a>
      </p>
    </>
  );
}

/** Returns recent GPTs, then saved ones, with their fields once they are loaded; `undefined` until both lists are known. */
function useOwnGpts(
  current: string | undefined,
): { id: string; gpt: GptCard | undefined }[] | undefined {
  const recent = useStore($recentGpts);
  const saved = useStore($savedGpts);
  const cards = useStore($gptCards);
  const ids = [...new Set([...(recent ?? []), ...(saved ?? [])])]
    .filter((id) => id !== current && cards[id] !== 'missing')
    .slice(0, mostOwn);
  const joined = ids.join('\n');
  useEffect(() => {
    if (joined !== '') void loadGptCards(joined.split('\n'));
  }, [joined]);
  if (!recent || !saved) return undefined;
  return ids.map((id) => {
    const card = cards[id];
    return { id, gpt: typeof card === 'object' ? card : undefined };
  });
}

/** Returns used or recommended GPTs besides the user's own. None after a failure: the screen of all GPTs tries again. */
function useOtherGpts(own: readonly string[] = [], current = ''): readonly GptCard[] {
  const { language } = useText();
  const popular = useStore($popularGpts);
  useEffect(() => void loadPopularGpts(language), [language]);
  if (popular.state !== 'ready') return [];
  const { known } = divideByLanguage(popular.items, language, languageOfTexts);
  return known.filter(({ id }) => id !== current && !own.includes(id)).slice(0, mostOthers);
}

function Choices({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-6">
      <h2 id={id} className="text-14 font-medium text-soft">
        {title}
      </h2>
      <ul className="mt-2 grid gap-2 md:grid-cols-2">{children}</ul>
    </section>
  );
}

function Choice({ id, gpt }: { id: string; gpt: GptCard | undefined }) {
  const { language } = useText();
  const lang = gpt?.lang ?? undefined;
  return (
    <li className="min-w-0">
      <a
        href={chatPath(language, { group: 'g', gpt: id })}
        className="flex min-h-16 items-center gap-3 rounded-large border border-line bg-raised px-3 py-2 leading-snug hover:border-line-strong"
      >
        <GptMark gpt={gpt} className="size-10 shrink-0 rounded-small" />
        <span className="min-w-0 flex-1" lang={lang} dir="auto">
          <span className="block truncate font-medium">{gpt?.name ?? id}</span>
          <span className="block truncate text-14 text-soft" translate="yes">
            {gpt?.description ?? ''}
          </span>
        </span>
      </a>
    </li>
  );
}
