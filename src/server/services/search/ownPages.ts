import { and, inArray } from 'drizzle-orm';
import { dayOf } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import { gptPath } from '#domain/urls.ts';
import type { Platform } from '#server/context.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { isShownGpt } from '#server/db/queries/shownGpts.ts';
import { languageOfQuestion } from '#server/services/search/languageOfQuestion.ts';
import type { SitePosts } from '#server/services/search/sitePosts.ts';
import { textHash } from '#server/services/search/textHash.ts';
import type { ReadPage } from '#server/services/search/passages/chooseSources.ts';

const mostGpts = 8;

export type OwnSearch = Pick<Platform, 'database' | 'search' | 'config' | 'now'> & {
  posts: SitePosts;
};

/** Returns this site's GPTs that match a query, and all posts and help pages in its language. The caller ranks them. */
export async function findOwnPages(own: OwnSearch, query: string): Promise<ReadPage[]> {
  const language = languageOfQuestion(query);
  const posts = await own.posts.read(language, hostOf(own), own.now());
  return [...(await findGpts(own, query, language)), ...posts];
}

async function findGpts(own: OwnSearch, query: string, language: Language): Promise<ReadPage[]> {
  const wanted = { query, locale: language, filters: {}, offset: 0, size: mostGpts };
  const { ids } = await own.search.find(wanted);
  if (ids.length === 0) return [];
  const rows = await own.database.query
    .select()
    .from(gpt)
    .where(and(inArray(gpt.id, [...ids]), isShownGpt));
  return rows.map((row) => {
    const text = [row.name, row.description ?? '', row.welcomeMessage ?? '', ...row.promptStarters]
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join('\n\n');
    return {
      kind: 'gpt',
      url: gptPath(language, row.id),
      host: hostOf(own),
      title: row.name,
      date: dayOf(row.updated),
      fetched: own.now().toISOString(),
      text_hash: textHash(text),
      text,
    };
  });
}

function hostOf({ config }: Pick<OwnSearch, 'config'>): string {
  return new URL(config.publicUrl).host;
}
