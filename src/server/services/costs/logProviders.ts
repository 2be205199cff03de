import type { Logger } from 'pino';
import type { ProviderProblem, ProviderState } from '#domain/models/providerCircuit.ts';
import { closureAlarms } from '#domain/operation/alarms.ts';
import type { Lane } from '#server/services/costs/providerStates.ts';

const explanations: Readonly<Record<ProviderProblem, string>> = {
  refused: 'a provider refuses our key or account',
  empty: 'the account at a provider has no money or quota left',
  failing: 'a provider failed several users in a row',
};

/** Logs that a provider or a key is closed until its next try. */
export function logClosure(log: Logger, { provider, label }: Lane, state: ProviderState): void {
  const { problem, pause } = state;
  if (problem === null) return;
  const key = label === '' ? {} : { key: label };
  const alarm = closureAlarms[problem];
  log.warn({ alarm, provider, ...key, problem, seconds: pause }, explanations[problem]);
}

export function logOpening(log: Logger, { provider, label }: Lane): void {
  const key = label === '' ? {} : { key: label };
  log.warn({ provider, ...key }, 'a provider serves us again');
}
