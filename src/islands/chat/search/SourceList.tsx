import type { SearchSource } from '#contract/search/aiSearch.ts';
import type { SearchScope } from '#domain/search/aiSearch.ts';
import { SourceFacts } from '#islands/chat/search/SourceFacts.tsx';
import { SourceLink } from '#islands/chat/search/SourceLink.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useId, useState } from 'react';
import { chatPath } from '#domain/chat/chatPaths.ts';
import { gptPath } from '#domain/gpts/gptPaths.ts';
import { MessageSquare } from 'lucide-react';

type Props = { sources: readonly SearchSource[]; scope: SearchScope | undefined };

/** The numbered sources of an answer: pages with the cited passages, and GPTs as cards. */
export function SourceList({ sources, scope }: Props) {
  const { t } = useText();
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-4 border-t border-line pt-3">
      <h3 id={id} className="text-14 font-semibold">
        <span>{t('chat.search.sources')}</span>
        {scope === 'own' && (
          <span className="pl-2 font-normal text-soft">{t('chat.search.ofThisSite')}</span>
        )}
      </h3>
      <ol className="mt-2 flex flex-col gap-3">
        {sources.map((source) => (
          <li key={source.number} className="flex min-w-0 gap-2.5">
            <span className="citation-number" aria-hidden="true">
              {source.number}
            </span>
            {source.gpt_id === undefined ? (
              <div className="grid min-w-0 gap-1">
                <SourceLink source={source} />
                <SourceFacts source={source} />
                <Passages source={source} />
              </div>
            ) : (
              <GptCard source={source} gpt={source.gpt_id} />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Longer passages are cut until the user unfolds them. */
const shortCharacters = 180;

function Passages({ source: { quotes } }: { source: SearchSource }) {
  const { t } = useText();
  const [isWhole, setWhole] = useState(false);
  const [first] = quotes;
  if (!first) return null;
  const isLong = quotes.length > 1 || first.text.length > shortCharacters;
  const shown = isWhole ? quotes : [first];
  return (
    <>
      {shown.map(({ start, text }) => (
        <blockquote
          key={start}
          className={`source-quote ${isLong && !isWhole ? 'line-clamp-2' : ''}`}
          dir="auto"
        >
          {text}
        </blockquote>
      ))}
      {isLong && (
        <button
          type="button"
          className="message-button w-max px-1 text-14"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {t(isWhole ? 'chat.showLess' : 'chat.search.whole')}
        </button>
      )}
    </>
  );
}

/** A GPT that fits a question: its name and description, with a link to its chat and one to its page. */
function GptCard({ source, gpt }: { source: SearchSource; gpt: string }) {
  const { t, language } = useText();
  const { title, quotes } = source;
  return (
    <article className="grid min-w-0 flex-1 gap-2 rounded-large border border-line bg-raised p-3">
      <h4 className="text-16 font-semibold wrap-anywhere" dir="auto">
        {title}
      </h4>
      {quotes[0] && (
        <p className="line-clamp-3 text-14 text-soft" dir="auto">
          {quotes[0].text}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <a className="button px-3" href={chatPath(language, { group: 'g', gpt })}>
          <MessageSquare aria-hidden="true" size={16} />
          <span>{t('chat.search.site.use')}</span>
        </a>
        <a
          className="inline-flex min-h-9 items-center text-14 text-accent underline underline-offset-2 touch:min-h-11"
          href={gptPath(language, gpt)}
        >
          {t('chat.search.site.open')}
        </a>
      </p>
    </article>
  );
}
