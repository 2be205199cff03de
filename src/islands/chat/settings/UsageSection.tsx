import { withSpinner } from '#islands/chat/controls/ChatSpinner.tsx';
import { lazyPart } from '#islands/shared/lazyPart.tsx';

/** Costs of questions as a chart with its table. The code is fetched when the section is shown. */
export const UsageSection = lazyPart(
  async () => (await import('#islands/chat/settings/UsageDetails.tsx')).UsageDetails,
  withSpinner,
);
