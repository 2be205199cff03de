import { type CardSource, categoriesOf } from '#domain/card.ts';
import { linkedStarterCharacters } from '#domain/chat.ts';
import { type Mark, markOf } from '#domain/mark.ts';
import { type ContentMarks, cleanText, contentMarks, webAddress } from '#domain/text.ts';

/** The fields that the page of a GPT is made from, as the snapshot and the API have them. `null` means unknown. */
export type GptSource = CardSource & {
  builder: string | null;
  capabilities: readonly string[];
  welcome_message: string | null;
  prompt_starters: readonly string[];
  instructions: string | null;
  created: string | null;
  updated: string | null;
  url: string | null;
  source: string | null;
  license: string | null;
  imported_chats: number | null;
  imported_rating: number | null;
  imported_reviews: number | null;
};

/** The fields of a GPT that only its own page shows. `null` means unknown. */
export type ShownGpt = {
  id: string;
  name: string;
  mark: Mark;
  /** Of its texts. */
  marks: ContentMarks;
  description: string | null;
  author: string | null;
  builder: string | null;
  categories: readonly string[];
  capabilities: readonly string[];
  welcome: string | null;
  starters: readonly Starter[];
  instructions: string | null;
  created: string | null;
  updated: string | null;
  chats: { total: number; own: number; imported: number | null };
  /** Rating and reviews that the source of an imported GPT names. */
  imported: { rating: number | null; reviews: number | null };
  /** Where an imported GPT came from. */
  origin: { url: string | null; source: string | null; license: string | null } | null;
};

/** A text to begin with. A very long one is shown in full and is no link. */
export type Starter = { text: string; isLong: boolean };

/** Returns what the page of a GPT shows of it. */
export function shownGpt(gpt: GptSource): ShownGpt {
  const { url, source, license, imported_chats: imported } = gpt;
  return {
    id: gpt.id,
    name: cleanText(gpt.name) || gpt.id,
    mark: markOf(gpt),
    marks: contentMarks(gpt.lang),
    description: textOrNull(gpt.description),
    author: textOrNull(gpt.author),
    builder: textOrNull(gpt.builder),
    categories: categoriesOf(gpt),
    capabilities: gpt.capabilities.map(cleanText),
    welcome: textOrNull(gpt.welcome_message),
    starters: startersOf(gpt),
    instructions: textOrNull(gpt.instructions),
    created: gpt.created,
    updated: gpt.updated,
    chats: { total: gpt.chats, own: gpt.chats - (imported ?? 0), imported },
    imported: { rating: gpt.imported_rating, reviews: gpt.imported_reviews },
    origin: url === null && source === null ? null : { url: webAddress(url), source, license },
  };
}

function startersOf({ prompt_starters: starters }: GptSource): Starter[] {
  const texts = starters.map(cleanText).filter((text) => text !== '');
  return texts.map((text) => ({ text, isLong: text.length > linkedStarterCharacters }));
}

function textOrNull(text: string | null): string | null {
  const cleaned = cleanText(text ?? '');
  return cleaned === '' ? null : cleaned;
}
