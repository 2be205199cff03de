import { type Card, haveDifferentAuthors } from '#domain/gpts/card.ts';
import { useText } from '#islands/shared/text.tsx';
import { ownCard } from '#parts/ownCard.ts';

/** Cards of GPTs, each of which opens in a new tab. A card that is no longer saved stays until the list is reloaded. */
export function Cards({ cards }: { cards: readonly Card[] }) {
  const texts = useText();
  const showsAuthor = haveDifferentAuthors(cards);
  const items = cards.map((card) => ownCard(texts, card, showsAuthor).html);
  return <ul className="cards" dangerouslySetInnerHTML={{ __html: items.join('') }} />;
}
