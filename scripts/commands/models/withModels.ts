import type { ModelPlatform } from '#server/context.ts';
import { createModelGateway } from '#server/gateways/models/gateway.ts';
import { ProviderAccounts } from '#server/services/costs/providerAccounts.ts';
import { SpendingGuard } from '#server/services/costs/spendingGuard.ts';
import { ModelCatalogue } from '#server/services/models/catalogue.ts';
import { RecentOutcomes } from '#server/services/models/outcomes.ts';
import { asOperator } from '../operator.ts';

/** Runs a command with the model catalogue and the providers that a server with this configuration would use. */
export function withModels<Result>(
  work: (operator: ModelPlatform) => Promise<Result>,
): Promise<Result> {
  return asOperator(async (operator) => {
    const { config, database, log } = operator;
    const catalogue = await ModelCatalogue.open(database, log);
    // A server starts the sandbox. Here nothing is sent to it, so that any address will do.
    const sandbox = config.sandboxModels ? { url: 'http://127.0.0.1' } : undefined;
    const models = createModelGateway(config, sandbox, operator.now);
    const outcomes = new RecentOutcomes(operator);
    const spending = new SpendingGuard(operator, catalogue);
    const accounts = new ProviderAccounts(operator);
    await accounts.read();
    try {
      return await work({ ...operator, catalogue, models, outcomes, spending, accounts });
    } finally {
      await Promise.allSettled([catalogue.close(), models.close()]);
    }
  });
}
