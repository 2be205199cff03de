import { call } from '#contract/call.ts';
import { getModelStatus } from '#contract/models/models.ts';

/** Returns whether a model provider has an outage; false if the request fails. */
export async function fetchProviderOutage(): Promise<boolean> {
  const status = await call(getModelStatus, {}).catch(() => undefined);
  return status?.disturbed ?? false;
}
