import { GptSearch } from '#islands/chat/gpts/GptSearch.tsx';
import { Failed, GptLink, GptLinks } from '#islands/chat/gpts/GptLinks.tsx';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { smallButton } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import { $gpts, $popularGpts, loadGpts, loadPopularGpts } from '#stores/gpts/gpts.ts';
import { $recentGpts } from '#stores/gpts/recent.ts';
import { $savedGpts } from '#stores/gpts/saved.ts';
import { $search } from '#stores/gpts/search.ts';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';

const shownAtFirst = 8;

/** Recent, saved and popular GPTs, and a search for others. */
export function GptLists() {
  const searching = useStore($search).state !== 'idle';
  const recent = useStore($recentGpts);
  const saved = useStore($savedGpts);
  return (
    <>
      <GptSearch />
      {!searching && (
        <>
          <KnownById part="recent" ids={recent} />
          <KnownById part="saved" ids={saved} />
          <Popular />
        </>
      )}
    </>
  );
}

type KnownProps = { part: 'recent' | 'saved'; ids: readonly string[] | undefined };

/** A list of which only ids are known: the texts of what is shown are loaded. */
function KnownById({ part, ids }: KnownProps) {
  const { t } = useText();
  const [count, setCount] = useState(shownAtFirst);
  const known = useStore($gpts);
  const shown = ids?.slice(0, count);
  const wanted = shown?.join('\n');
  useEffect(() => void loadGpts(wanted ? wanted.split('\n') : []), [wanted]);
  if (!shown) return null;
  const empty = t(part === 'recent' ? 'chat.gpts.noRecent' : 'chat.gpts.noSaved');
  return (
    <Part title={t(`chat.gpts.${part}`)}>
      {shown.length === 0 && <p className="text-soft">{empty}</p>}
      <GptLinks>
        {shown.map((id) => {
          const state = known[id];
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
        <button
          type="button"
          className={smallButton}
          onClick={() => setCount(count + shownAtFirst * 3)}
        >
          {t('chat.gpts.more')}
        </button>
      )}
    </Part>
  );
}

function Popular() {
  const { t, language } = useText();
  const popular = useStore($popularGpts);
  useEffect(() => void loadPopularGpts(language), [language]);
  return (
    <Part title={t('chat.gpts.popular')}>
      {popular.state === 'loading' && <Spinner label={t('chat.loading')} />}
      {popular.state === 'failed' && (
        <Failed problem={popular.problem} onRetry={() => void loadPopularGpts(language)} />
      )}
      {popular.state === 'ready' && (
        <GptLinks>
          {popular.items.map((gpt) => (
            <GptLink key={gpt.id} id={gpt.id} gpt={gpt} />
          ))}
        </GptLinks>
      )}
    </Part>
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
