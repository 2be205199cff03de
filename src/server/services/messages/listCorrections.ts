import { areas } from '#i18n/areas.ts';
import { readCorrections } from '#i18n/corrections.ts';
import { languages } from '#domain/languages/languages.ts';
import { type OperatorFoldersConfig, operatorFolders } from '#server/operatorFolders.ts';
import { type MessageName, shippedText } from '#server/services/messages/messageName.ts';

export type CorrectedMessage = MessageName & { shipped: string; text: string };

/** Returns the corrections by language and area, and sentences about problems of the files and about ignored ones. */
export function listCorrections(config: OperatorFoldersConfig): {
  corrected: CorrectedMessage[];
  problems: readonly string[];
  ignored: readonly string[];
} {
  const { texts, problems, ignored } = readCorrections(operatorFolders(config).messages);
  const files = languages.flatMap((language) => areas.map((area) => ({ language, area })));
  const corrected = files.flatMap(({ language, area }) =>
    [...(texts.get(`${language}/${area}`) ?? [])].map(([key, text]) => {
      const name = { language, area, key };
      return { ...name, shipped: shippedText(name), text };
    }),
  );
  return { corrected, problems, ignored };
}
