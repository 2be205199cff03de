import type { SearchSource } from '#contract/search/aiSearch.ts';
import { chatPath } from '#domain/chat/chatPaths.ts';
import { gptPath } from '#domain/gpts/gptPaths.ts';
import { useText } from '#islands/shared/text.tsx';
import { MessageSquare } from 'lucide-react';

/** A GPT that fits a question: its name and description, with a link to its chat and one to its page. */
export function GptCard({ source, gpt }: { source: SearchSource; gpt: string }) {
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
