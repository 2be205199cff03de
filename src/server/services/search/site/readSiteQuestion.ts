import type { Language } from '#domain/languages/languages.ts';
import { askingWords, siteSynonyms, siteTopics } from '#server/services/search/site/askingWords.ts';

/** A question to this site, by the subject and the help that it asks for. */
export type SiteQuestion = {
  /** Whether it asks for a GPT by that word or one like “assistant”, and for help with something. */
  wantsGpt: boolean;
  /** Whether it asks for help with something. A question about a fact does not. */
  asksForHelp: boolean;
  /** Whether it has a word of questions about facts: “who”, “how far”. */
  isFact: boolean;
  /** Whether it only names a subject: “cover letter”, “a voyage by train, any idea?”. */
  isTopic: boolean;
  /** Whether it is about credits, plans, accounts or another subject of this site. */
  isAboutSite: boolean;
};

/** Reads a question in a language. English words for a GPT count in every language, because many questions mix them in. */
export function readSiteQuestion(text: string, language: Language): SiteQuestion {
  const asked = text.normalize('NFC');
  const { gpt, help, tell, fact } = askingWords[language];
  // “Can you tell me …” asks for a fact, and not for help.
  const rest = asked.replace(tell, ' ');
  const namesGpt = gpt.test(rest) || askingWords.en.gpt.test(rest);
  const asksForHelp = namesGpt || help.test(rest);
  const isFact = rest !== asked || fact.test(asked);
  return {
    wantsGpt: namesGpt && (help.test(rest) || !siteTopics[language].test(asked)),
    asksForHelp,
    isFact,
    isTopic: !asksForHelp && !isFact,
    isAboutSite: siteTopics[language].test(asked),
  };
}

/** Reads a question that continues another: “And for French?” asks for the same help, “Who wrote it?” for a fact. */
export function readContinued(text: string, before: string, language: Language): SiteQuestion {
  const [read, earlier] = [readSiteQuestion(text, language), readSiteQuestion(before, language)];
  if (read.isFact) return read;
  return {
    ...read,
    wantsGpt: read.wantsGpt || earlier.wantsGpt,
    asksForHelp: read.asksForHelp || earlier.asksForHelp || earlier.isTopic,
    isTopic: read.isTopic && !earlier.asksForHelp,
    isAboutSite: read.isAboutSite || earlier.isAboutSite,
  };
}

/** Returns a question with the words that the pages of this site have for its subjects. */
export function inWordsOfSite(text: string, language: Language): string {
  return (siteSynonyms[language] ?? []).reduce(
    (question, [usual, own]) => question.replace(usual, own),
    text,
  );
}
