import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import type { BuildContext } from '#catalog/buildContext.ts';
import { memoiseConstant } from '#catalog/memoise.ts';
import { pagedPeriods } from '#catalog/ranking/rankedPeriods.ts';
import type { PageGroup, SitePage } from '#catalog/site/sitePage.ts';
import { toRecordFile } from '#contract/ranking/rankingRecord.ts';
import { languages } from '#domain/languages/languages.ts';
import { type TimedRange, timedRanges } from '#domain/ranking/ranking.ts';
import {
  type RankingModule,
  type RecordFile,
  rankingModulePath,
  rankingModules,
  rankingRecordPath,
  recomputeTextsPath,
  recordFiles,
} from '#domain/ranking/rankingPaths.ts';
import { fileSegment } from '#domain/site/pageFiles.ts';
import { type Messages, recomputeMessages } from '#i18n/messages.ts';
import { sourceFolder } from '#i18n/sourceFolder.ts';

/** A file that is published as it is. */
export type TextFile = { text: string };

/**
 * Yields the files of every frozen period with a page and a record: one group per period. If its records were removed,
 * their file is published without any, by which the neighbours show that the chain is broken.
 */
export function* recordGroups(context: BuildContext): Generator<PageGroup<SitePage<TextFile>>> {
  const { snapshot, rankingLicence } = context;
  for (const range of timedRanges) {
    for (const { value } of pagedPeriods(snapshot, range)) {
      const known = snapshot.records.get(`${range}/${value}`);
      if (known === undefined) continue;
      const files = known.records.length > 0 ? recordFiles : (['record'] as const);
      yield {
        key: `${range}/${value}`,
        inputs: () =>
          JSON.stringify([snapshot.lines.get(`record/${range}/${value}`), rankingLicence]),
        pages: () =>
          files.map((file) => ({
            params: { range, time: fileSegment(value), file },
            path: rankingRecordPath(range, value, file),
            frame: null,
            content: { text: textOf(context, range, value, file) },
          })),
      };
    }
  }
}

/** Returns the modules for recomputing rankings: the code that the server runs, without its types. */
export const moduleFiles = memoiseConstant(
  (): readonly { name: RankingModule; content: TextFile }[] =>
    rankingModules.map((name) => {
      const file = join(sourceFolder(), 'domain/ranking', `${name}.ts`);
      const code = stripTypeScriptTypes(readFileSync(file, 'utf8'));
      // Types leave blanks behind.
      const text = code.replaceAll(/[ \t]+$/gm, '').replaceAll(/\n{3,}/g, '\n\n');
      return { name, content: { text } };
    }),
);

/** Returns the modules as pages. */
export function modulePages(): SitePage<TextFile>[] {
  return moduleFiles().map(({ name, content }) => ({
    params: { module: name },
    path: rankingModulePath(name),
    frame: null,
    content,
  }));
}

/** Returns the texts of the comparison in each language, as pages. */
export function recomputeTextsPages(): SitePage<Messages>[] {
  return languages.map((lang) => ({
    params: { lang },
    path: recomputeTextsPath(lang),
    frame: null,
    content: recomputeMessages(lang),
  }));
}

function textOf(
  { snapshot, rankingLicence }: BuildContext,
  range: TimedRange,
  value: string,
  file: RecordFile,
): string {
  const known = snapshot.records.get(`${range}/${value}`);
  if (known === undefined) return '';
  if (file !== 'record') return inflateSync(Buffer.from(known[file], 'base64')).toString();
  const { records } = known;
  return JSON.stringify(
    toRecordFile({ range, value, licence: rankingLicence, records }, 'release'),
  );
}
