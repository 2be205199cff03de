import { GptSearch } from '#islands/chat/gpts/GptSearch.tsx';
import { ChatSpinner } from '#islands/chat/controls/ChatSpinner.tsx';
import { RetryNote } from '#islands/chat/controls/RetryNote.tsx';
import { GptLink, GptLinks, GptList } from '#islands/chat/gpts/GptLinks.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { divideByLanguage, languageOfTexts } from '#domain/languages/readers.ts';
import {
  $gpts,
  type GptCard,
  $popularGpts,
  loadGpts,
  loadPopularGpts,
  othersLink,
  recommendedIds,
} from '#stores/gpts/gpts.ts';
import { $recentGpts } from '#stores/gpts/recent.ts';
import { $savedGpts } from '#stores/gpts/saved.ts';
import { $search } from '#stores/gpts/search.ts';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';

const initialCount = 8;

/** Recent, saved, and popular or recommended GPTs, and a search for others. */
export function GptLists() {
  const searching = useStore($search).state !== 'idle';
  const recent = useStore($recentGpts);
  const saved = useStore($savedGpts);
  return (
    <>
      <GptSearch />
      {!searching && (
        <>
          <ListOfIds part="recent" ids={recent} />
          <ListOfIds part="saved" ids={saved} />
          <Popular />
        </>
      )}
    </>
  );
}

type ListProps = { part: 'recent' | 'saved'; ids: readonly string[] | undefined };

/** A list of GPTs of which only the ids are known. It loads the texts of the shown ones. */
function ListOfIds({ part, ids }: ListProps) {
  const { t } = useText();
  const [count, setCount] = useState(initialCount);
  const gpts = useStore($gpts);
  const shown = ids?.slice(0, count);
  const shownIds = shown?.join('\n');
  useEffect(() => void loadGpts(shownIds ? shownIds.split('\n') : []), [shownIds]);
  if (!shown) return null;
  const empty = t(part === 'recent' ? 'chat.gpts.noRecent' : 'chat.gpts.noSaved');
  return (
    <Part title={t(`chat.gpts.${part}`)}>
      {shown.length === 0 && <p className="text-soft">{empty}</p>}
      <GptLinks>
        {shown.map((id) => {
          const state = gpts[id];
          return (
            <GptLink
              key={id}
              id={id}
              gpt={state?.state === 'ready' ? state.gpt : undefined}
              refused={state?.state === 'refused'}
              newTab
            />
          );
        })}
      </GptLinks>
      {ids !== undefined && ids.length > count && (
        <Button look="small" onClick={() => setCount(count + initialCount * 3)}>
          {t('chat.gpts.more')}
        </Button>
      )}
    </Part>
  );
}

function Popular() {
  const { t, language } = useText();
  const popular = useStore($popularGpts);
  useEffect(() => void loadPopularGpts(language), [language]);
  return (
    <Part title={t(recommendedIds() === '' ? 'chat.gpts.popular' : 'chat.gpts.recommended')}>
      {popular.state === 'loading' && <ChatSpinner />}
      {popular.state === 'failed' && (
        <RetryNote
          buttonClass="-ml-2"
          problem={popular.problem}
          onRetry={() => void loadPopularGpts(language)}
        />
      )}
      {popular.state === 'ready' && <GptsByLanguage gpts={popular.items} />}
    </Part>
  );
}

/**
 * GPTs in languages that the reader of the interface knows, and the others in a closed part. A large directory fills the
 * list with known ones. Then a link leads to the page of the directory on which the others begin.
 */
function GptsByLanguage({ gpts }: { gpts: readonly GptCard[] }) {
  const { t, language } = useText();
  const link = othersLink();
  const { known, others } = divideByLanguage(gpts, language, languageOfTexts);
  return (
    <>
      <GptList gpts={known} />
      {others.length > 0 && (
        <details className="mt-3" open={known.length === 0}>
          <summary className="mb-2 w-fit cursor-pointer py-2 text-soft touch:py-3">
            {t('chat.gpts.others', { amount: others.length })}
          </summary>
          <GptList gpts={others} />
        </details>
      )}
      {others.length === 0 && link && (
        <a
          className="mt-3 inline-flex w-fit items-center py-2 text-soft underline touch:py-3"
          href={link.href}
        >
          {t('chat.gpts.others', { amount: link.amount })}
        </a>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-2 text-18">{title}</h2>
      {children}
    </section>
  );
}
