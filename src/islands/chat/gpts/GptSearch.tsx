import { divide } from '#domain/gpts/found.ts';
import { gptIdInLink, openGptLinkPath } from '#domain/gpts/gptLinks.ts';
import { searchPath } from '#domain/gpts/gptPaths.ts';
import { RetryNote } from '#islands/chat/controls/RetryNote.tsx';
import { GptList } from '#islands/chat/gpts/GptLinks.tsx';
import { field, smallButton } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import { $search, type Search, endSearch, search, searchAgain } from '#stores/gpts/search.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';

/** A search for GPTs, with results while the user types. */
export function GptSearch() {
  const { t, language } = useText();
  useEffect(() => endSearch, []);
  return (
    <search>
      <label htmlFor="gpt-search" className="sr-only">
        {t('chat.gpts.search')}
      </label>
      <input
        id="gpt-search"
        type="search"
        className={field}
        placeholder={t('chat.gpts.search')}
        onChange={(event) => search(event.target.value, language)}
      />
      <Results />
    </search>
  );
}

type Found = Extract<Search, { state: 'found' }>;

function Results() {
  const { t, language } = useText();
  const state = useStore($search);
  const [found, setFound] = useState<Found>();
  // The last results stay while the user types, so that the list does not disappear with each letter.
  if (state.state === 'found' && state !== found) setFound(state);
  if (state.state === 'idle' && found) setFound(undefined);
  const query = state.state === 'idle' ? '' : state.query;
  if (gptIdInLink(query) !== undefined) return <OpenLink link={query} />;
  const shown = state.state === 'idle' || state.state === 'failed' ? undefined : found;
  return (
    <>
      <output className="mt-3 mb-2 block text-14 text-soft empty:hidden">
        {state.state === 'searching' && <span>{t('chat.loading')}</span>}
        {state.state === 'found' && <Count total={state.total} query={state.query} />}
      </output>
      {state.state === 'failed' && (
        <RetryNote buttonClass="-ml-2" problem={state.problem} onRetry={searchAgain} />
      )}
      {shown && <FoundGpts items={shown.items} full={shown.full} />}
      {shown && shown.total > shown.items.length && (
        <a
          className={`${smallButton} mt-2 -ml-2`}
          href={searchPath(language, { query: shown.query })}
        >
          {t('chat.gpts.all')}
        </a>
      )}
    </>
  );
}

/** Shown when the typed text is the address of a GPT on another site. */
function OpenLink({ link }: { link: string }) {
  const { t, language } = useText();
  return (
    <p className="mt-3">
      <a className={smallButton} href={openGptLinkPath(language, link)}>
        {t('chat.gpts.open')}
      </a>
    </p>
  );
}

/** GPTs that match all words, then related ones. */
function FoundGpts({ items, full }: Pick<Found, 'items' | 'full'>) {
  const { t } = useText();
  const { full: matching, related } = divide(items, full);
  return (
    <>
      {matching.length > 0 && <GptList gpts={matching} />}
      {related.length > 0 && (
        <>
          <h2 className="mt-4 mb-2 text-14">{t('chat.gpts.related')}</h2>
          <GptList gpts={related} />
        </>
      )}
    </>
  );
}

function Count({ total, query }: { total: number; query: string }) {
  const { t } = useText();
  const text =
    total === 0 ? t('chat.gpts.nothing', { query }) : t('chat.gpts.results', { count: total });
  return <span>{text}</span>;
}
