import { type Corrections, readCorrections } from '#i18n/corrections.ts';
import { type OperatorFoldersConfig, operatorFolders } from '#server/operatorFolders.ts';

const shownProblems = 10;

/** Returns the operator's corrections. Throws `WrongCorrections` with file and key of each problem. */
export function checkedCorrections(config: OperatorFoldersConfig): Corrections {
  const corrections = readCorrections(operatorFolders(config).messages);
  const { problems } = corrections;
  if (problems.length === 0) return corrections;
  const more = problems.length - shownProblems;
  throw new WrongCorrections(
    [
      'Corrected messages are wrong, and the site is not published until they are mended or removed:',
      ...problems.slice(0, shownProblems),
      ...(more > 0 ? [`and ${more} more: dolores i18n list`] : []),
    ].join('\n'),
  );
}

/** The operator's corrections have problems and cannot be published. */
export class WrongCorrections extends Error {}
