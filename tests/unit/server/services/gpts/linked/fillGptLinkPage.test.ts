import { expect, it } from 'vitest';
import { concurrentAnswers } from '#domain/chat/chat.ts';
import { languages } from '#domain/languages/languages.ts';
import { fillGptLinkPage } from '#server/services/gpts/linked/fillGptLinkPage.ts';

const page =
  '<main><input data-fill="link"><h2 data-fill="outcome-title"></h2><p data-fill="outcome-text"></p>' +
  '<div data-fill="outcome" hidden></div><a data-fill="sign-in" hidden></a><a data-fill="pricing" hidden></a></main>';

it.each(languages)('names the answers at once of Pro and of Basic in %s', (language) => {
  const html = fillGptLinkPage(page, { state: 'notPro', link: '' }, language);
  const { pro, basic } = concurrentAnswers;
  expect(html.replaceAll(/<[^>]*>/g, ' ')).toMatch(new RegExp(`${pro}.*Basic.*${basic}`));
});
