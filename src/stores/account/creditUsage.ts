import { call } from '#contract/call.ts';
import { exportCreditUsage, getCreditUsage } from '#contract/credits/usage.ts';
import { type ResponseOf, endpointUrl } from '#contract/endpoint.ts';
import type { UsageGroup, UsageSpan } from '#domain/credits/creditUsage.ts';
import { type Message, errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { atom } from 'nanostores';

export type AskedUsage = { by: UsageGroup; days: UsageSpan };

type Usage = ResponseOf<typeof getCreditUsage>;

export type UsageState = {
  /** The user's choice. */
  asked: AskedUsage;
  /** The newest loaded usage with its choice; it stays on the screen while another one is loaded. */
  shown: (Usage & AskedUsage) | undefined;
  problem: Message | undefined;
};

/** The costs of questions in the chosen groups and time. */
export const $creditUsage = atom<UsageState>({
  asked: { by: 'day', days: 30 },
  shown: undefined,
  problem: undefined,
});

/** Loads the usage of the present choice, or of another one. */
export async function loadCreditUsage(asked = $creditUsage.get().asked): Promise<void> {
  $creditUsage.set({ ...$creditUsage.get(), asked, problem: undefined });
  const isLatest = (): boolean => $creditUsage.get().asked === asked;
  try {
    const usage = await call(getCreditUsage, { query: asked });
    if (isLatest()) $creditUsage.set({ asked, shown: { ...usage, ...asked }, problem: undefined });
  } catch (error) {
    if (isSignedOut(error)) return goToLogin();
    if (isLatest()) $creditUsage.set({ ...$creditUsage.get(), problem: errorMessage(error) });
  }
}

/** Returns the address of a CSV file with the same. */
export function usageFileAddress(asked: AskedUsage): string {
  return endpointUrl(exportCreditUsage, { query: asked });
}
