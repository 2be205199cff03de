import { call } from '#contract/call.ts';
import { getModelStatus } from '#contract/models.ts';

/** Whether the service of a model provider fluctuates; no where the server does not say. */
export async function hasProviderOutage(): Promise<boolean> {
  const status = await call(getModelStatus, {}).catch(() => undefined);
  return status?.disturbed ?? false;
}
