import {
  type ProviderProblem,
  afterProblem,
  afterTry,
  isDue,
} from '#domain/models/providerCircuit.ts';
import type { ProviderConfig } from '#server/providerConfig.ts';
import type { CorePlatform } from '#server/context.ts';
import { type ProviderKey, providerKeys } from '#server/gateways/providerKey.ts';
import { askProvider } from '#server/services/costs/checkProviderKeys.ts';
import { logClosure, logOpening } from '#server/services/costs/logProviders.ts';
import {
  type Lane,
  type LaneState,
  changeProviderState,
  claimTry,
  forgetProvider,
  isConfigured,
  readProviderStates,
} from '#server/services/costs/providerStates.ts';
import { isOverCap } from '#server/services/costs/spending.ts';

/**
 * Tries the closed providers of text, and their closed keys, that are due: each with one tiny question of one of all processes.
 * One that answers is open again. Media and search have no cheap question: an order or a search tries them. Keys that were
 * removed from the configuration are forgotten.
 */
export async function probeProviders(core: CorePlatform): Promise<void> {
  const states = await readProviderStates(core.database.query);
  const due = states.filter((state) => state.problem !== null && isDue(state, core.now()));
  await Promise.all(due.map((state) => probe(core, state, states)));
}

async function probe(core: CorePlatform, lane: LaneState, states: readonly LaneState[]) {
  const { database, config, log, now } = core;
  if (!isConfigured(config, lane)) return forgetProvider(database, lane.provider, [lane.key]);
  const provider = config.providers.find(({ name }) => name === lane.provider);
  if (!provider) return;
  const keys = providerKeys(provider);
  const key =
    lane.key === '' ? firstOpen(keys, lane, states) : keys.find(({ id }) => id === lane.key);
  if (await isOverCap(database.query, { provider: lane.provider, cost: 0 }, now())) return;
  if (!(await claimTry(database, lane, now())).isClaimed) return;
  const { problem, upstream } = await askProvider(core, provider, key);
  // No model of text uses it any more, so that nothing else would open it.
  if (upstream === null) return forgetProvider(database, lane.provider);
  if (problem === null) {
    logOpening(log, lane);
    await changeProviderState(database, lane, () => undefined);
  } else {
    await noteProblem(core, { provider, lane, key }, problem);
  }
}

type Probed = { provider: ProviderConfig; lane: Lane; key: ProviderKey | undefined };

async function noteProblem(
  { database, log, now }: CorePlatform,
  { provider, lane, key }: Probed,
  problem: ProviderProblem,
): Promise<void> {
  const time = now();
  if (lane.key === '' && key && problem !== 'failing') {
    // A provider that refuses a key can be reached.
    await changeProviderState(database, lane, () => undefined);
    const own = { provider: provider.name, key: key.id, label: key.label };
    const { after } = await changeProviderState(database, own, (state) =>
      afterProblem(state, problem, time),
    );
    if (after) logClosure(log, own, after);
    return;
  }
  const { after } = await changeProviderState(
    database,
    lane,
    (state) => state && afterTry(state, lane.key === '' ? problem : accountOf(problem), time),
  );
  if (after) logClosure(log, lane, after);
}

/** A key keeps its problem while its provider cannot be reached. */
function accountOf(problem: ProviderProblem): ProviderProblem | undefined {
  return problem === 'failing' ? undefined : problem;
}

function firstOpen(
  keys: readonly ProviderKey[],
  { provider }: Lane,
  states: readonly LaneState[],
): ProviderKey | undefined {
  const closed = new Set(
    states.flatMap((state) => (state.provider === provider && state.problem ? [state.key] : [])),
  );
  return keys.find(({ id }) => !closed.has(id)) ?? keys[0];
}
