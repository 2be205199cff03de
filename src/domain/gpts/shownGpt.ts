import { type CardSource, categoriesOf } from '#domain/gpts/card.ts';
import type { Example } from '#domain/gpts/examples.ts';
import { linkedStarterCharacters } from '#domain/chat/chat.ts';
import { type Mark, markOf } from '#domain/gpts/mark.ts';
import { lineCount } from '#domain/texts/lineCount.ts';
import { type ContentMarks, cleanText, contentMarks, webAddress } from '#domain/texts/text.ts';
import { escapeHtml } from '#domain/texts/escapeHtml.ts';

/** The fields that the page of a GPT is made from, in the form of the snapshot and the API. `null` means unknown. */
export type GptSource = Omit<CardSource, 'examples'> & {
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
  examples?: readonly ExampleSource[] | undefined;
};

/** An example, with the HTML of its answer. Without that, the answer is shown as it was written. */
type ExampleSource = Omit<Example, 'source'> & { id: string; html?: string | undefined };

/** The fields of a GPT that its page shows. `null` means unknown. */
export type ShownGpt = {
  id: string;
  name: string;
  mark: Mark;
  /** Language and direction of its texts. */
  marks: ContentMarks;
  description: string | null;
  author: string | null;
  builder: string | null;
  categories: readonly string[];
  capabilities: readonly string[];
  welcome: string | null;
  starters: readonly Starter[];
  instructions: ShownInstructions | null;
  created: string | null;
  updated: string | null;
  chats: { total: number; own: number; imported: number | null };
  /** Rating and number of reviews of an imported GPT at its source. */
  imported: { rating: number | null; reviews: number | null };
  /** The source of an imported GPT. */
  origin: { url: string | null; source: string | null; license: string | null } | null;
  examples: readonly ShownExample[];
};

/** A recorded question with the HTML of its answer (`domain/texts/answerMarks.ts`). */
export type ShownExample = Pick<Example, 'question' | 'model' | 'date'> & {
  id: string;
  html: string;
  /** Whether the page shows only the first lines of the answer until the reader opens it. */
  isLong: boolean;
  /** Language and direction of its texts. */
  marks: ContentMarks;
};

/** The instructions as HTML that is safe to insert. Long ones are clipped until the reader opens them. */
export type ShownInstructions = { html: string; isLong: boolean };

/** A suggested first question. A very long one is shown in full and is not a link. */
export type Starter = { text: string; isLong: boolean };

/** About how many lines of instructions are shown without being clipped: a few more than the clip leaves. */
const linesInFull = 26;

/**
 * Returns the fields that the page of a GPT shows. `toHtml` returns the HTML of instructions, which are untrusted
 * Markdown.
 */
export function shownGpt(gpt: GptSource, toHtml: (instructions: string) => string): ShownGpt {
  const instructions = textOrNull(gpt.instructions);
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
    instructions: instructions === null ? null : instructionsOf(instructions, toHtml),
    created: gpt.created,
    updated: gpt.updated,
    chats: { total: gpt.chats, own: gpt.chats - (imported ?? 0), imported },
    imported: { rating: gpt.imported_rating, reviews: gpt.imported_reviews },
    origin: url === null && source === null ? null : { url: webAddress(url), source, license },
    examples: (gpt.examples ?? []).map((example) => shownExample(example, gpt.lang)),
  };
}

function shownExample(example: ExampleSource, lang: string | null): ShownExample {
  const { id, question, answer, model, date } = example;
  return {
    id,
    question: cleanText(question),
    html: example.html ?? `<p class="shared-plain">${escapeHtml(answer)}</p>`,
    isLong: isLongAnswer(answer),
    model,
    date,
    marks: contentMarks(example.lang ?? lang),
  };
}

function instructionsOf(text: string, toHtml: (text: string) => string): ShownInstructions {
  return { html: toHtml(text), isLong: lineCount(text) > linesInFull };
}

function startersOf({ prompt_starters: starters }: GptSource): Starter[] {
  const texts = starters.map(cleanText).filter((text) => text !== '');
  return texts.map((text) => ({ text, isLong: text.length > linkedStarterCharacters }));
}

function textOrNull(text: string | null): string | null {
  const cleaned = cleanText(text ?? '');
  return cleaned === '' ? null : cleaned;
}

/** Lines of an answer that a page shows at first, and the characters of one, of which wide ones count twice. */
const [shownLines, charactersOfLine] = [10, 80];

/** Whether an answer has probably more lines than a page shows at first. */
function isLongAnswer(answer: string): boolean {
  const lines = answer.split('\n').filter((line) => line.trim() !== '');
  const shown = lines.map((line) => {
    const wide = line.match(/[\u2e80-\uffdc]/g)?.length ?? 0;
    return Math.ceil((line.length + wide) / charactersOfLine);
  });
  return shown.reduce((sum, count) => sum + count, 0) > shownLines;
}
