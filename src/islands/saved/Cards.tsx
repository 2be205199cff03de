import { type Card, haveDifferentAuthors } from '#domain/card.ts';
import { categoryWords } from '#domain/gpts.ts';
import { type Mark as GptMark, patternOf } from '#domain/mark.ts';
import { glyphPath, gptPath, openGptPath } from '#domain/urls.ts';
import { formatOf } from '#i18n/format.ts';
import { otherLanguage } from '#i18n/languageNames.ts';
import { SaveButton } from '#islands/shared/SaveButton.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $savedGpts, toggleSaved } from '#stores/gpts/saved.ts';
import { useStore } from '@nanostores/react';
import { ExternalLink } from 'lucide-react';

/** Cards of GPTs, each of which opens in a new tab. A card that is no longer saved stays until the list is reloaded. */
export function Cards({ cards }: { cards: readonly Card[] }) {
  const saved = new Set(useStore($savedGpts));
  const showsAuthor = haveDifferentAuthors(cards);
  return (
    <ul className="cards">
      {cards.map((card) => (
        <SavedCard
          key={card.id}
          card={card}
          isSaved={saved.has(card.id)}
          showsAuthor={showsAuthor}
        />
      ))}
    </ul>
  );
}

type Props = { card: Card; isSaved: boolean; showsAuthor: boolean };

function SavedCard({ card, isSaved, showsAuthor }: Props) {
  const { t, language } = useText();
  const { id, name, marks, author, description } = card;
  return (
    <li className="card">
      <Mark mark={card.mark} />
      <div>
        <h2 lang={marks.lang} dir={marks.dir}>
          <a href={openGptPath(id, language)} target="_blank" rel="noopener">
            <span>{name}</span>
            <ExternalLink aria-hidden="true" size={14} className="ms-1 inline text-faint" />
            <span className="sr-only">{` (${t('saved.newTab')})`}</span>
          </a>
        </h2>
        {showsAuthor && author !== null && <p className="card-by">{author}</p>}
      </div>
      {description !== '' && (
        <p className="card-text" lang={marks.lang} dir={marks.dir}>
          {description}
        </p>
      )}
      <Facts card={card} />
      <p className="card-acts">
        <a
          className="fact-link inline-flex min-h-10 items-center text-14 touch:min-h-11"
          href={gptPath(language, id)}
        >
          <span>{t('saved.details')}</span>
          <span className="sr-only">{` ${name}`}</span>
        </a>
        <SaveButton
          name={name}
          isSaved={isSaved}
          onToggle={() => void toggleSaved(id)}
          save={t('gpt.saving.save')}
          saved={t('gpt.saving.saved')}
        />
      </p>
    </li>
  );
}

function Facts({ card: { category, chats, rating, marks } }: { card: Card }) {
  const { t, language } = useText();
  const inLanguage = otherLanguage(language, marks.lang);
  const format = formatOf(language);
  const key = `categories.${category}`;
  return (
    <p className="card-end">
      {inLanguage !== null && <span className="card-language">{inLanguage}</span>}
      {category !== null && <span>{t(key) === key ? categoryWords(category) : t(key)}</span>}
      {chats > 0 && (
        <span>{t('site.mark.chats', { count: chats, amount: format.short(chats) })}</span>
      )}
      {rating !== null && (
        <span>
          <span aria-hidden="true">{`★ ${format.decimal(rating)}`}</span>
          <span className="sr-only">
            {t('site.mark.rating', { rating: format.decimal(rating) })}
          </span>
        </span>
      )}
    </p>
  );
}

function Mark({ mark: { id, hue, glyph } }: { mark: GptMark }) {
  return (
    <svg viewBox="0 0 24 24" className={`mark mark-${hue}`} aria-hidden="true">
      <path d={patternOf(id)} />
      <use x="5" y="5" width="14" height="14" href={glyphPath(glyph)} />
    </svg>
  );
}
