import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { codeLimits, mailLimits } from '#server/services/limits/codeLimits.ts';
import {
  type Limit,
  type Use,
  givePointsBack,
  takeInStages,
  takePoints,
  tryTakePoints,
  networkUse,
} from '#server/services/limits/takePoints.ts';
import { type Network, networkOf, networksOf } from '#server/services/limits/network.ts';

type CodeRequest = {
  email: string;
  /** The attempt cookie of the browser, if it requested a code before. */
  attemptToken: string | undefined;
  /** Whether the browser has signed in to this address before. */
  isDevice: boolean;
};

/** Limits that also count a mail that failed: they protect the mail server. */
const keptOnFailure: ReadonlySet<string> = new Set([
  codeLimits.network.name,
  ...Object.values(mailLimits(0)).map(({ name }) => name),
]);

/**
 * Counts a request for a code. A browser that has signed in to the address before has an allowance of its own, which
 * strangers cannot use up; when it is used up, the browser counts as a stranger. Returns the uses to give back when the
 * mail cannot be sent. Throws `too_many_requests` with `retry_seconds`.
 */
export async function takeCodeRequest(context: Context, request: CodeRequest): Promise<Use[]> {
  const ofBrowser = request.attemptToken
    ? [{ limit: codeLimits.browser, by: request.attemptToken }]
    : [];
  await takePoints(context, ofBrowser);
  try {
    const taken = await takeAsDeviceOrStranger(context, request);
    return [...ofBrowser, ...taken].filter(({ limit }) => !keptOnFailure.has(limit.name));
  } catch (error) {
    await givePointsBack(context, ofBrowser);
    throw error;
  }
}

async function takeAsDeviceOrStranger(context: Context, request: CodeRequest): Promise<Use[]> {
  if (!request.isDevice) return takeAsStranger(context, request.email);
  try {
    return await takeAsDevice(context, request.email);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error;
    return takeAsStranger(context, request.email);
  }
}

function takeAsDevice(context: Context, email: string): Promise<Use[]> {
  const { everybody, devices } = mailLimits(context.config.mailsPerHour);
  return takeInStages(context, [
    [
      [
        { limit: codeLimits.deviceHour, by: email },
        { limit: codeLimits.deviceDay, by: email },
      ],
    ],
    [[byAll(everybody)], [{ limit: codeLimits.deviceShare, by: email }, byAll(devices)]],
  ]);
}

async function takeAsStranger(context: Context, email: string): Promise<Use[]> {
  const { address } = context.actor;
  const networks = networksOf(address);
  const { everybody, newNetworks } = mailLimits(context.config.mailsPerHour);
  const isNew = await countsAsNew(context, codeLimits.newNetwork, networks);
  const isNewToEmail = await countsAsNew(context, codeLimits.newToEmail, networks, email);
  return takeInStages(context, [
    [
      [
        { limit: codeLimits.emailFromAddress, by: JSON.stringify([email, networkOf(address)]) },
        ...networks.map((network) => networkUse(codeLimits.network, network)),
      ],
    ],
    [
      [{ limit: codeLimits.email, by: email }],
      ...(isNewToEmail ? [[{ limit: codeLimits.emailReserve, by: email }]] : []),
    ],
    [[byAll(everybody)], ...(isNew ? [[byAll(newNetworks)]] : [])],
  ]);
}

/** Counts this request, even when it is refused later. Returns whether the networks requested few codes before. */
async function countsAsNew(
  context: Context,
  limit: Limit,
  networks: readonly Network[],
  email?: string,
): Promise<boolean> {
  let isNew = true;
  // Each network must be counted; none is given back.
  for (const network of networks) {
    const { name } = network;
    const by = email === undefined ? name : JSON.stringify([email, name]);
    const use = networkUse(limit, network, by);
    if ((await tryTakePoints(context, [use])) > 0) isNew = false;
  }
  return isNew;
}

function byAll(limit: Limit): Use {
  return { limit, by: 'all' };
}
