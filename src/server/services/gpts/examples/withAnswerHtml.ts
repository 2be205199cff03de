import type { Gpt } from '#contract/gpts/gpts.ts';
import type { Language } from '#domain/languages/languages.ts';
import { answerInLanguage } from '#i18n/answerWords.ts';
import { allTexts } from '#i18n/allTexts.ts';
import { exampleHtml } from '#markdown/exampleHtml.ts';
import type { CorePlatform } from '#server/context.ts';

/** Returns a GPT whose examples have the HTML of their answers, with the words of a language. */
export function withAnswerHtml({ config }: CorePlatform, gpt: Gpt, language: Language): Gpt {
  const { examples } = gpt;
  if (examples === undefined) return gpt;
  const { t } = allTexts(language);
  const ownHost = new URL(config.publicUrl).host;
  return {
    ...gpt,
    examples: examples.map((example) => ({
      ...example,
      html: answerInLanguage(exampleHtml(example, ownHost), t),
    })),
  };
}
