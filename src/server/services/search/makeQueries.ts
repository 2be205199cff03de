import { searchLimits } from '#domain/aiSearch.ts';
import { contentWords } from '#server/services/search/passages/terms.ts';

/** A question with fewer content words continues the one before it. */
const ownWords = 3;

/** Words that refer to the question before. */
const continues =
  /^(?:and|but|what about|how about|why|und|aber|was ist mit|wie ist es mit|warum|et|mais|pourquoi|那|那么|那麼|还有|還有|为什么|為什麼|では|じゃあ|それ|그럼|그리고|còn|thế còn)(?![\p{L}])|(?<![\p{L}])(?:it|its|they|them|their|that one|this one|er|ihn|ihm|ihr|ihre|dort|davon|dessen|deren|elle|ils|elles)(?![\p{L}])|[它他她们們其]/iu;

/**
 * Returns the search queries, made from the user's own words only: no model and no page can cause a search. A question
 * that continues an earlier one also gets words of that one.
 */
export function makeQueries(question: string, earlier: readonly string[]): string[] {
  const asked = oneLine(question);
  const words = contentWords(asked);
  const before = contentWords(earlier.at(-1) ?? '').filter((word) => !words.includes(word));
  const isContinued = before.length > 0 && (words.length < ownWords || continues.test(asked));
  const whole = isContinued ? `${before.slice(0, 6).join(' ')} ${asked}` : asked;
  const short = (isContinued ? [...before.slice(0, 6), ...words] : words).join(' ');
  const queries = [whole, ...(short.length * 2 < whole.length && short !== '' ? [short] : [])];
  return [...new Set(queries.map((query) => query.slice(0, searchLimits.queryCharacters)))]
    .filter((query) => query !== '')
    .slice(0, searchLimits.queries);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
