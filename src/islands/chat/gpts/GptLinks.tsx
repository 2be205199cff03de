import { chatPath } from '#domain/chat/chatPaths.ts';
import { categorySlug } from '#domain/gpts/gpts.ts';
import { openGptPath } from '#domain/gpts/gptPaths.ts';
import { listedRating } from '#domain/reviews/reviews.ts';
import { categoryIn } from '#i18n/categoryIn.ts';
import { formatOf } from '#i18n/format.ts';
import { GptMark } from '#islands/chat/marks/Mark.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { GptCard } from '#stores/gpts/gpts.ts';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';

/**
 * A list in two columns, on phones in one. Compact links have two columns there as well, unless the text is large, and the
 * last of an odd number is as wide as both.
 */
export function GptLinks({ isCompact, children }: { isCompact?: true; children: ReactNode }) {
  const columns = isCompact
    ? 'min-[20rem]:grid-cols-2 min-[20rem]:*:last:odd:col-span-2'
    : 'md:grid-cols-2';
  return <ul className={`grid gap-2 ${columns}`}>{children}</ul>;
}

/** A list of GPTs whose texts are known. */
export function GptList({ gpts }: { gpts: readonly GptCard[] }) {
  return (
    <GptLinks>
      {gpts.map((gpt) => (
        <GptLink key={gpt.id} id={gpt.id} gpt={gpt} />
      ))}
    </GptLinks>
  );
}

type Props = {
  id: string;
  /** `undefined` until its texts are loaded. */
  gpt: GptCard | undefined;
  /** Whether the server refuses it, for example because it was removed. */
  refused?: boolean;
  /** Whether its chat opens in a new tab. */
  newTab?: boolean;
  /** Whether only the name and one line are shown, on phones only the name, so that six fit on the first screen. */
  isCompact?: boolean;
};

/** A link that opens the chat with a GPT. */
export function GptLink({ id, gpt, refused = false, newTab = false, isCompact = false }: Props) {
  const { t, language } = useText();
  const lang = gpt?.lang ?? undefined;
  return (
    <li className="min-w-0">
      <a
        {...(newTab
          ? { href: openGptPath(id, language), target: '_blank', rel: 'noopener' }
          : { href: chatPath(language, { group: 'g', gpt: id }) })}
        className={`flex h-full gap-3 rounded-large border border-line bg-raised hover:border-line-strong ${isCompact ? 'min-h-14 items-center px-3 py-1.5 leading-snug max-md:min-h-12 max-md:gap-1.5 max-md:px-1.5 max-md:py-1' : 'min-h-20 px-4 py-3'}`}
      >
        <GptMark
          gpt={gpt}
          className={`size-10 rounded-[11px] ${isCompact ? 'max-md:size-8 max-md:rounded-[9px]' : ''}`}
        />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-1.5">
            <span
              className={`min-w-0 font-medium ${isCompact ? 'max-md:line-clamp-2 max-md:text-14 max-md:leading-tight max-md:hyphens-auto wrap-anywhere md:truncate' : 'truncate'}`}
              lang={lang}
              dir="auto"
            >
              {gpt?.name ?? id}
            </span>
            {newTab && (
              <>
                <ExternalLink aria-hidden="true" size={14} className="shrink-0 text-faint" />
                <span className="sr-only">{`(${t('chat.gpts.newTab')})`}</span>
              </>
            )}
          </span>
          {gpt && !isCompact && <Facts gpt={gpt} />}
          <span
            className={`text-14 text-soft ${isCompact ? 'truncate max-md:hidden md:block' : 'line-clamp-2'}`}
            lang={lang}
            dir="auto"
            translate="yes"
          >
            {refused ? t('chat.gpts.unreachable') : (gpt?.description ?? '')}
          </span>
        </span>
      </a>
    </li>
  );
}

/** The category and the rating. */
function Facts({ gpt }: { gpt: GptCard }) {
  const { t } = useText();
  const [category] = gpt.categories;
  const rating = listedRating(gpt);
  if (category === undefined && rating === null) return null;
  return (
    <span className="flex gap-x-2 text-12 text-faint">
      {category !== undefined && (
        <span className="truncate">{categoryIn(categorySlug(category), t)}</span>
      )}
      {rating !== null && <Rating value={rating} />}
    </span>
  );
}

function Rating({ value }: { value: number }) {
  const { t, language } = useText();
  const rating = formatOf(language).decimal(value);
  return (
    <span className="shrink-0 tabular-nums">
      <span aria-hidden="true">{`★ ${rating}`}</span>
      <span className="sr-only">{t('chat.gpts.rating', { rating })}</span>
    </span>
  );
}
