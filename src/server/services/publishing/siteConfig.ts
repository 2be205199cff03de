import type { Config } from '#server/config.ts';
import { type OperatorFoldersConfig, operatorFolders } from '#server/operatorFolders.ts';
import { isDemoFolder } from '#server/services/demo/demoFolder.ts';
import { connectedMethods } from '#server/services/product/connectedMethods.ts';

export type SiteConfig = Pick<
  Config,
  'publicUrl' | 'operator' | 'startingCredits' | 'google' | 'web'
> &
  Partial<Pick<Config, 'registration'>> &
  OperatorFoldersConfig;

/** Returns the configuration as environment variables for the pages (`src/catalog/buildSettings.ts`). */
export function siteEnvironment(config: SiteConfig): Readonly<Record<string, string>> {
  const { publicUrl, startingCredits } = config;
  const { messages, collections } = operatorFolders(config);
  const { qqPicture, ...operator } = config.operator;
  // Pages only need to know that there is a picture, not its path on this machine.
  const settings = {
    ...operator,
    hasGoogle: config.google !== undefined,
    registration: config.registration ?? 'open',
    opensGptLinks: config.web?.gptOrigin !== undefined,
    hasQqPicture: qqPicture !== undefined,
    isDemo: isDemoFolder(config.dataDir),
    startingCredits,
    paymentMethods: connectedMethods(config),
  };
  return {
    SITE_URL: publicUrl,
    OPERATOR_JSON: JSON.stringify(settings),
    MESSAGES_FOLDER: messages,
    COLLECTIONS_FOLDER: collections,
  };
}
