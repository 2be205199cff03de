import type { HelpIndexView, HelpView } from '#catalog/help/helpPages.ts';
import type { Frame } from '#catalog/site/frame.ts';
import {
  type Crumb,
  type StructuredData,
  breadcrumbs,
  imageOf,
  itemList,
  withOrigin,
} from '#catalog/site/schema.ts';
import { helpPath } from '#domain/help/helpPaths.ts';
import { languageTags } from '#domain/languages/languages.ts';
import { absoluteUrl } from '#i18n/absoluteUrl.ts';
import { translator } from '#i18n/translate.ts';

/** Returns the structured data of the page that lists the help pages. */
export function dataOfHelpIndex({ frame, pages }: HelpIndexView): StructuredData {
  const items = pages.map(({ name, title }, index) => ({
    name: title,
    path: helpPath(frame.language, name),
    position: index + 1,
  }));
  return [...breadcrumbs(frame, [helpCrumb(frame)]), ...itemList(frame, items, items.length)];
}

/** Returns the structured data of a help page. A page with the English text omits the article. */
export function dataOfHelp(view: HelpView): StructuredData {
  const { frame, title, description, language, updated } = view;
  const crumbs = breadcrumbs(frame, [helpCrumb(frame), { name: title, path: frame.path }]);
  if (language !== frame.language) return crumbs;
  const article = withOrigin(frame, (origin) => [
    {
      '@type': 'Article',
      headline: title,
      description,
      url: absoluteUrl(frame.path, origin),
      mainEntityOfPage: absoluteUrl(frame.path, origin),
      inLanguage: languageTags[language],
      dateModified: updated,
      author: { '@type': 'Organization', name: 'Dolores' },
      image: imageOf(frame, origin),
    },
  ]);
  return [...crumbs, ...article];
}

function helpCrumb({ language }: Frame): Crumb {
  return { name: translator(language, 'help')('heading'), path: helpPath(language) };
}
