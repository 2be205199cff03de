import { searchTarget } from '#domain/chat/chatPaths.ts';
import type { QuestionBody } from '#stores/answers/answerStream.ts';
import type { QuestionTarget } from '#stores/chat/questionPrice.ts';
import { $route } from '#stores/route/route.ts';

/** Returns the language of the page for a question to AI search, which answers with pages of this site in it. */
export function questionLanguage(target: QuestionTarget): Pick<QuestionBody, 'language'> {
  const language = $route.get()?.language;
  const isSearch = 'model' in target && target.model === searchTarget.model;
  return isSearch && language ? { language } : {};
}
