import { GptLink, GptLinks } from '#islands/chat/GptLinks.tsx';
import { field } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import { $search, search } from '#stores/search.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

/** A search for GPTs with its results, as one types. */
export function GptSearch() {
  const { t } = useText();
  useEffect(() => () => search(''), []);
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
        onChange={(event) => search(event.target.value)}
      />
      <Results />
    </search>
  );
}

function Results() {
  const { t } = useText();
  const state = useStore($search);
  return (
    <>
      <output className="mt-3 mb-2 block text-14 text-soft empty:hidden">
        {state.state === 'searching' && t('chat.loading')}
        {state.state === 'failed' && t(state.problem.key, state.problem.values)}
        {state.state === 'found' &&
          (state.total === 0
            ? t('chat.gpts.nothing', { query: state.query })
            : t('chat.gpts.results', { count: state.total }))}
      </output>
      {state.state === 'found' && (
        <GptLinks>
          {state.items.map((gpt) => (
            <GptLink key={gpt.id} id={gpt.id} gpt={gpt} />
          ))}
        </GptLinks>
      )}
    </>
  );
}
