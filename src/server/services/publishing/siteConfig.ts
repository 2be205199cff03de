import type { Config } from '#server/config.ts';
import { isDemoFolder } from '#server/services/demo/demoFolder.ts';
import { type MessagesConfig, messagesFolder } from '#server/services/messages/messagesFolder.ts';
import { paymentMethods } from '#server/services/product/paymentMethods.ts';
import { collectionsFolder } from '#server/services/publishing/ownCollections.ts';

/** The part of the configuration that pages show. */
export type SiteConfig = Pick<
  Config,
  'publicUrl' | 'operator' | 'startingCredits' | 'google' | 'web'
> &
  MessagesConfig;

/** The configuration as the pages read it (`src/catalog/buildSettings.ts`). */
export function siteEnvironment(config: SiteConfig): Readonly<Record<string, string>> {
  const { publicUrl, startingCredits } = config;
  const { qqPicture, ...operator } = config.operator;
  // Pages say that there is a picture; where it lies on this machine is nobody’s business.
  const said = {
    ...operator,
    hasGoogle: config.google !== undefined,
    opensGptLinks: config.web?.gptOrigin !== undefined,
    hasQqPicture: qqPicture !== undefined,
    isDemo: isDemoFolder(config.dataDir),
    startingCredits,
    paymentMethods: paymentMethods(config),
  };
  return {
    SITE_URL: publicUrl,
    OPERATOR_JSON: JSON.stringify(said),
    MESSAGES_FOLDER: messagesFolder(config),
    COLLECTIONS_FOLDER: collectionsFolder(config),
  };
}
