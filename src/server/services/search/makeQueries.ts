import { searchLimits } from '#domain/search/aiSearch.ts';
import { contentWords } from '#server/services/search/passages/terms.ts';

/** A question with fewer content words continues the one before it. */
const ownWords = 3;

/** Words of the first question, and of the last one, that a question which continues them gets. */
const topicWords = { first: 6, last: 4 };

/** Words that refer to the question before. */
const continues =
  /^(?:and|but|what about|how about|why|und|aber|was ist mit|wie ist es mit|warum|et|mais|pourquoi|那|那么|那麼|还有|還有|为什么|為什麼|では|じゃあ|それ|그럼|그리고|còn|thế còn)(?![\p{L}])|(?<![\p{L}])(?:it|its|they|them|their|he|she|him|his|her|this|these|those|that one|er|ihn|ihm|ihr|ihre[mnrs]?|sein|seine[mnrs]?|diese[mnrs]?|dort|davon|darin|dessen|deren|elle|ils|elles|son|sa|ses|leurs?|cela|celle-ci|celui-ci|là-bas|nó|họ|đó|ấy)(?![\p{L}])|(?<![\p{L}])there\s*\?*$|[它他她们們其这這该該]|(?:その|この|あの|そこ|彼)|(?<![\p{L}])(?:그것|그곳|거기|그의|그녀|그는|이것)/iu;

/**
 * Returns the search queries, made from the user's own words only: no model and no page can cause a search. A question
 * that continues earlier ones also gets words of the one that named the topic, and of the one before it.
 */
export function makeQueries(question: string, earlier: readonly string[]): string[] {
  const asked = oneLine(question);
  const words = contentWords(asked);
  const topic = earlier.reduce(nextTopic, { first: [], last: [] });
  const isContinued = refersTo(asked, words, topic);
  const before = isContinued ? wordsOf(topic).filter((word) => !words.includes(word)) : [];
  const whole = [...before, asked].join(' ');
  const short = [...before, ...words].join(' ');
  const queries = [whole, ...(short.length * 2 < whole.length && short !== '' ? [short] : [])];
  return [...new Set(queries.map((query) => query.slice(0, searchLimits.queryCharacters)))]
    .filter((query) => query !== '')
    .slice(0, searchLimits.queries);
}

/** The words of the question that named what the questions are about, and of the last one that continued it. */
type Topic = { first: readonly string[]; last: readonly string[] };

function nextTopic(topic: Topic, question: string): Topic {
  const asked = oneLine(question);
  const words = contentWords(asked);
  return refersTo(asked, words, topic)
    ? { first: topic.first, last: words }
    : { first: words, last: [] };
}

/** Whether a question continues a topic: by a word that refers to it, by one of its words, or by having few of its own. */
function refersTo(asked: string, words: readonly string[], topic: Topic): boolean {
  if (topic.first.length === 0) return false;
  return (
    words.length < ownWords ||
    continues.test(asked) ||
    words.some((word) => topic.first.includes(word))
  );
}

function wordsOf({ first, last }: Topic): string[] {
  return [...new Set([...first.slice(0, topicWords.first), ...last.slice(0, topicWords.last)])];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
