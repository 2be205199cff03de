import { answerInLanguage } from '#i18n/answerWords.ts';
import { joinDate } from '#i18n/joinDate.ts';
import { longDay } from '#i18n/longDates.ts';
import { withoutMarks } from '#domain/texts/answerMarks.ts';
import { clip } from '#domain/texts/text.ts';
import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import { fill } from '#parts/fill.ts';
import { Markup, markup } from '#parts/markup.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import {
  chatPath,
  continuePath,
  searchTarget,
  sharedPagePath,
  sharedPath,
} from '#domain/chat/chatPaths.ts';
import { type TranslateInBrowser, translate } from '#i18n/browser.ts';
import { pickMessages } from '#i18n/messages.ts';
import type { BranchMessage } from '#server/db/queries/branches.ts';
import { sourcesHtml } from '#server/services/shares/citationsHtml.ts';
import { type SharedMedia, mediaHtml } from '#server/services/shares/mediaHtml.ts';
import { plainHtml } from '#markdown/markdownToHtml.ts';
import { sourcePrefix } from '#server/services/shares/answerPieces.ts';
import type { RenderedAnswers } from '#server/services/shares/renderAnswers.ts';
import type {
  SharedConversation,
  ShareOutcome,
} from '#server/services/shares/readSharedConversation.ts';
import type { RenderedMessages } from '#server/services/shares/renderedMessages.ts';

/** The content of a shared page: a conversation or the reason why it is missing. */
export type SharedPage = ShareOutcome | { state: 'tooMany' | 'failed' };

type PageOptions = {
  language: Language;
  /** The id in the address, for links to the page in other languages. */
  id: string;
  rendered: RenderedMessages;
};

type Texts = { language: Language; t: TranslateInBrowser };

type AnswerTexts = Texts & SharedMedia & { answers: RenderedAnswers };

const visible = { attributes: { hidden: null } };

/**
 * Returns the page of a shared conversation, filled into the open page of the release (`pages/[lang]/s.astro`). It
 * needs no script, and every text is escaped.
 */
export function fillSharedPage(
  openPage: string,
  page: SharedPage,
  { language, id, rendered }: PageOptions,
): string {
  const t = translate(pickMessages(language, ['shares', 'chat']), language);
  const title = page.state === 'shared' ? page.shared.title : missingTexts(t, page.state).title;
  const titled = withTitle(openPage, `${title} · Dolores`);
  const html = page.state === 'shared' ? withDescription(titled, page.shared) : titled;
  return withLanguages(fill(html, partsOf({ language, t }, page, rendered)), id);
}

function partsOf(texts: Texts, page: SharedPage, rendered: RenderedMessages) {
  const { t } = texts;
  if (page.state !== 'shared') {
    const { title, text } = missingTexts(t, page.state);
    return {
      heading: { text: title },
      lead: { text },
      messages: null,
      cut: null,
      caution: null,
    };
  }
  const { shared } = page;
  // A shared conversation never changes, except that files are deleted.
  const deleted = shared.messages.flatMap(({ media }) => media.filter((file) => file.deleted));
  const key = `${texts.language} ${shared.id} ${deleted.length}`;
  const { html, isCut } = rendered.find(key, () => ({
    html: messagesHtml(texts, shared),
    isCut: shared.isCut,
  }));
  return {
    heading: { text: shared.title, attributes: { dir: 'auto' } },
    lead: { text: t('shares.lead', { date: joinDate(longDay(texts.language, shared.created)) }) },
    continue: continuePart(texts, shared.id),
    action: actionPart(texts, shared.subject),
    messages: { content: new Markup(html) },
    cut: isCut ? visible : null,
    caution: visible,
  };
}

/** Returns title and text of a page without a conversation. */
function missingTexts(t: TranslateInBrowser, state: Exclude<SharedPage['state'], 'shared'>) {
  switch (state) {
    case 'unknown':
      return { title: t('shares.unknown.title'), text: t('shares.unknown.text') };
    case 'gone':
      return { title: t('shares.gone.title'), text: t('shares.gone.text') };
    case 'tooMany':
      return { title: t('shares.tooMany.title'), text: t('shares.tooMany.text') };
    case 'failed':
      return { title: t('shares.failed.title'), text: t('shares.failed.text') };
  }
}

/** Leads to the chat area, which signs in a visitor first: this page makes no requests. */
function continuePart({ language }: Texts, id: string) {
  return { attributes: { hidden: null, href: continuePath(language, id) } };
}

function actionPart({ language, t }: Texts, subject: SharedConversation['subject']) {
  if (!subject) return undefined;
  const isSearch = subject.target.group === searchTarget.group;
  const name = isSearch ? t('chat.sidebar.search') : subject.name;
  return {
    text: t('shares.try', { name }),
    attributes: { href: chatPath(language, subject.target) },
  };
}

function messagesHtml(texts: Texts, { id, messages, answers }: SharedConversation): string {
  let prompt = '';
  const items = messages.map((message) => {
    if (message.role !== 'user') {
      return answerHtml({ ...texts, shareId: id, prompt, answers }, message);
    }
    prompt = message.text;
    return questionHtml(texts, message);
  });
  return items.map(({ html }) => html).join('\n');
}

/** Questions are plain text, shown as they were typed. */
function questionHtml({ t }: Texts, { text, attachments }: BranchMessage): Markup {
  const files = attachments.map((name) => markup`<li dir="auto">${name}</li>`);
  const label = t('shares.attachments');
  return markup`
    <li class="shared-question">
      <h2 class="sr-only">${t('shares.question')}</h2>
      ${files.length > 0 && markup`<ul class="shared-files" aria-label="${label}">${files}</ul>`}
      ${text !== '' && markup`<p class="shared-plain" dir="auto">${text}</p>`}
    </li>`;
}

function answerHtml(texts: AnswerTexts, message: BranchMessage): Markup {
  const { model, search, media } = message;
  const { t } = texts;
  const prefix = sourcePrefix(message);
  return markup`
    <li class="shared-answer">
      <h2>${search ? t('chat.sidebar.search') : (model ?? t('shares.answer'))}</h2>
      ${message.text.trim() !== '' && answerText(texts, message)}
      ${mediaHtml(media, texts)}
      ${search && sourcesHtml(texts, search, prefix)}
    </li>`;
}

/** Returns the text of an answer, as it was written if it is too much work. */
function answerText({ t, answers }: AnswerTexts, { id, text }: BranchMessage): Markup {
  const html = answers.get(id);
  const shown = html === undefined ? plainHtml(text) : answerInLanguage(html, t);
  return markup`<div class="answer" dir="auto">${new Markup(shown)}</div>`;
}

function withTitle(page: string, title: string): string {
  const escaped = escapeHtml(title);
  return page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped}</title>`)
    .replace(/(<meta property="og:title" content=")[^"]*/, (_, start: string) => start + escaped);
}

/** Describes the page in link previews by its first question and the beginning of its answer. */
function withDescription(page: string, { messages }: SharedConversation): string {
  const [question = '', answer = ''] = ['user', 'assistant'].map((role) =>
    plainText(messages.find((message) => message.role === role && message.text !== '')?.text),
  );
  const parts = [clip(question, 100), answer].filter((part) => part !== '');
  const escaped = escapeHtml(clip(parts.join(' – '), 200));
  return page.replaceAll(
    /(<meta (?:property="og:description"|name="description") content=")[^"]*/g,
    (_, start: string) => start + escaped,
  );
}

/** Returns the beginning of a text without marks, addresses and the numbers of sources. */
function plainText(text = ''): string {
  return withoutMarks(text.slice(0, 2_000))
    .replaceAll(/^[ |:-]*--[ |:-]*$/gm, ' ')
    .replaceAll('|', ' ')
    .replaceAll(/\]\([^)]*\)|\[(?:\d{1,3}|\?)\]|https?:\/\/\S+|!(?=\[)|[*_`#>~[\]]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Makes the language links point to the same conversation. */
function withLanguages(page: string, id: string): string {
  return languages.reduce(
    (html, language) =>
      html.replaceAll(`href="${sharedPagePath(language)}"`, `href="${sharedPath(id, language)}"`),
    page,
  );
}
