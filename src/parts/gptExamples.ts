import type { ShownExample, ShownGpt } from '#domain/gpts/shownGpt.ts';
import { chatPath } from '#domain/chat/chatPaths.ts';
import { isolate } from '#domain/texts/text.ts';
import { answerInLanguage } from '#i18n/answerWords.ts';
import { formatOf } from '#i18n/format.ts';
import type { Texts } from '#i18n/texts.ts';
import { quotation } from '#parts/markedText.ts';
import { Markup, attributes, markup } from '#parts/markup.ts';

type Examined = Pick<ShownGpt, 'id' | 'examples'>;

/**
 * Returns the recorded questions of a GPT with their answers: the first one open, with the first lines of a long answer,
 * and the others folded. Complete without script. Needs the texts `gpt.example.*`.
 */
export function gptExamples(texts: Texts, gpt: Examined): Markup | null {
  const [first, ...others] = gpt.examples;
  if (!first) return null;
  const folded = others.map(
    (example) => markup`
      <details class="fold">
        <summary${languageOf(example)}>${quotation(texts.language, example.question)}</summary>
        <div class="example">
          ${answerPart(example, texts)}
          ${endPart(texts, gpt, example)}
        </div>
      </details>`,
  );
  return markup`
    <section class="examples">
      <h2>${texts.t('gpt.example.heading', { count: gpt.examples.length })}</h2>
      <div class="example">
        <p class="example-question"${languageOf(first)}>${first.question}</p>
        ${first.isLong ? foldedAnswer(texts, first) : answerPart(first, texts)}
        ${endPart(texts, gpt, first)}
      </div>
      ${folded}
    </section>`;
}

/** Returns an answer of which a style shows the first lines while it is closed. */
function foldedAnswer(texts: Texts, example: ShownExample): Markup {
  const { t } = texts;
  return markup`
    <details class="example-whole">
      <summary><span>${t('gpt.example.whole')}</span><span>${t('gpt.example.less')}</span></summary>
      ${answerPart(example, texts)}
    </details>`;
}

function answerPart(example: ShownExample, { t }: Texts): Markup {
  const html = new Markup(answerInLanguage(example.html, t));
  return markup`<div class="example-answer"${languageOf(example)}>${html}</div>`;
}

/** Returns the line below an answer: who answered and when, and the link that opens the chat with the question. */
function endPart({ language, t }: Texts, { id }: Examined, example: ShownExample): Markup {
  const { question, model, date } = example;
  const day = formatOf(language).day(date);
  const by =
    model === null
      ? `${t('gpt.example.byAuthor')} · ${day}`
      : t('gpt.example.byModel', { model: isolate(model), day });
  const href = chatPath(language, { group: 'g', gpt: id }, { text: question });
  return markup`
    <p class="example-end">
      <span>${by}</span>
      <a class="button button-quiet" href="${href}" rel="nofollow">${t('gpt.example.ask')}</a>
    </p>`;
}

/** Returns the attributes for language and text direction of an example. */
function languageOf({ marks: { lang, dir } }: ShownExample): Markup {
  return attributes({ lang, dir });
}
