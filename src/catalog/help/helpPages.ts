import type { PublishedPost } from '#catalog/blog/publishedPosts.ts';
import { textFor } from '#catalog/blog/publishedPosts.ts';
import { type Heading, type RenderedPost, renderPost } from '#catalog/blog/renderPost.ts';
import { stateOfLinks, textInputs } from '#catalog/blog/textInputs.ts';
import type { BuildContext } from '#catalog/buildContext.ts';
import { type Frame, frameOf, frameWithHeading } from '#catalog/site/frame.ts';
import { newestOf } from '#catalog/site/modified.ts';
import { pageImage } from '#catalog/site/openGraph.ts';
import type { ViewGroup } from '#catalog/site/sitePage.ts';
import type { Day } from '#domain/dates.ts';
import { type HelpName, helpNames, helpPath } from '#domain/help/helpPaths.ts';
import { type Language, languages } from '#domain/languages/languages.ts';

/** The title of a help page. `language` is that of its texts; English without a translation. */
type HelpLink = { name: HelpName; title: string; language: Language };

/** The view of the page that lists all help pages with their sections. */
export type HelpIndexView = {
  frame: Frame;
  pages: readonly (HelpLink & { description: string; sections: readonly Heading[] })[];
};

/** The view of a help page. */
export type HelpView = HelpLink &
  Omit<RenderedPost, 'minutes'> & {
    frame: Frame;
    description: string;
    updated: Day;
    others: readonly HelpLink[];
  };

/** Returns the pages that list all help pages, in one group per language. */
export function helpIndexGroups(context: BuildContext): ViewGroup<HelpIndexView>[] {
  return languages.map((language) => ({
    key: language,
    inputs: () =>
      JSON.stringify(helpPosts(context).map((post) => inputsOf(context, post, language))),
    views: () => [
      {
        frame: frameWithHeading(context, language, helpPath(language), 'help'),
        pages: helpPosts(context).map((post) => ({
          ...linkOf(post, language),
          description: textFor(post, language).fields.description,
          sections: contentsOf(context, post, language).contents.filter(({ depth }) => depth === 2),
        })),
      },
    ],
    modified: () => newestOf(helpPosts(context).map((post) => updatedOf(post, language))),
  }));
}

/** Returns all help pages, in one group per page and language, so that unchanged pages need not be rendered. */
export function helpGroups(context: BuildContext): ViewGroup<HelpView>[] {
  return languages.flatMap((language) =>
    helpPosts(context).map((post) => ({
      key: `${language}/${post.slug}`,
      inputs: () =>
        JSON.stringify([inputsOf(context, post, language), othersOf(context, post, language)]),
      views: () => [helpPage(context, post, language)],
      modified: () => updatedOf(post, language),
    })),
  );
}

type HelpPost = PublishedPost & { slug: HelpName };

/** Returns the help pages in the order of their list. */
function helpPosts({ help }: BuildContext): HelpPost[] {
  return helpNames.flatMap(
    (name) => help.published.find(({ slug }) => slug === name) ?? [],
  ) as HelpPost[];
}

function helpPage(context: BuildContext, post: HelpPost, language: Language): HelpView {
  const link = linkOf(post, language);
  const { html, contents } = contentsOf(context, post, language);
  const image = pageImage(link.language, link.title);
  return {
    ...link,
    frame: {
      ...frameOf(context, language, helpPath(language, post.slug), image),
      translations: languages.filter((other) => post.texts.has(other)),
    },
    description: textFor(post, language).fields.description,
    updated: updatedOf(post, language),
    html,
    contents,
    others: othersOf(context, post, language),
  };
}

function contentsOf(context: BuildContext, post: HelpPost, language: Language): RenderedPost {
  const { pictures } = context.help;
  const stateOf = stateOfLinks(context);
  return renderPost(textFor(post, language), { language, hasPicture: false, stateOf, pictures });
}

function inputsOf(context: BuildContext, post: HelpPost, language: Language): object {
  return textInputs(context, context.help, post, language);
}

function othersOf(context: BuildContext, post: HelpPost, language: Language): HelpLink[] {
  return helpPosts(context)
    .filter((other) => other !== post)
    .map((other) => linkOf(other, language));
}

function linkOf(post: HelpPost, language: Language): HelpLink {
  const { fields, language: written } = textFor(post, language);
  return { name: post.slug, title: fields.title, language: written };
}

function updatedOf(post: HelpPost, language: Language): Day {
  const { date, updated = date } = textFor(post, language).fields;
  return updated;
}
