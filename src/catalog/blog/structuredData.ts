import { type BlogView, type PostView, postsPerPage } from '#catalog/blog/pages.ts';
import type { Frame } from '#catalog/site/frame.ts';
import {
  type Crumb,
  type StructuredData,
  breadcrumbs,
  itemList,
  withOrigin,
} from '#catalog/site/schema.ts';
import { languageTags } from '#domain/languages/languages.ts';
import { blogPath, postPath } from '#domain/blog/blogPaths.ts';
import { absoluteUrl } from '#i18n/absoluteUrl.ts';
import { topicName } from '#i18n/blogTopics.ts';
import { translator } from '#i18n/translate.ts';

/** Returns the structured data of a page that lists posts. */
export function dataOfBlog({ frame, tag, page, total, posts }: BlogView): StructuredData {
  const { language, path } = frame;
  const own = tag === null ? [] : [{ name: topicName(language, tag), path }];
  const items = posts.map(({ slug, title }, index) => ({
    name: title,
    path: postPath(language, slug),
    position: (page - 1) * postsPerPage + index + 1,
  }));
  return [...breadcrumbs(frame, [blogCrumb(frame), ...own]), ...itemList(frame, items, total)];
}

/** Returns the structured data of the page of a post. A page with the English text omits the post, because the English page
 * has it. */
export function dataOfPost(view: PostView): StructuredData {
  const { frame, title } = view;
  const crumbs = breadcrumbs(frame, [blogCrumb(frame), { name: title, path: frame.path }]);
  return view.language === frame.language ? [...crumbs, ...blogPosting(view)] : crumbs;
}

function blogPosting(view: PostView): StructuredData {
  const { frame, author, day, updated, picture } = view;
  return withOrigin(frame, (origin) => {
    const url = absoluteUrl(frame.path, origin);
    const image = picture?.sources.at(-1)?.path ?? frame.image.path;
    return [
      {
        '@type': 'BlogPosting',
        headline: view.title,
        description: view.description,
        url,
        mainEntityOfPage: url,
        inLanguage: languageTags[view.language],
        datePublished: day,
        ...(updated === null ? {} : { dateModified: updated }),
        author: { '@type': author === 'Dolores' ? 'Organization' : 'Person', name: author },
        image: absoluteUrl(image, origin),
        keywords: view.tags.map((tag) => topicName(frame.language, tag)).join(', '),
      },
    ];
  });
}

function blogCrumb({ language }: Frame): Crumb {
  return { name: translator(language, 'blog')('heading'), path: blogPath(language) };
}
