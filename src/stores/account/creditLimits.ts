import { call } from '#contract/call.ts';
import {
  type CreditLimits,
  type CreditLimitState,
  getCreditLimits,
  putCreditLimits,
} from '#contract/credits/limits.ts';
import { creditLimitMax } from '#domain/credits/creditLimits.ts';
import { type Message, errorMessage, isSignedOut, message } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { atom } from 'nanostores';

export type LimitName = keyof CreditLimits;

/** The typed texts of the fields; an empty one means no limit. */
export type LimitFields = Record<LimitName, string>;

type LimitsState =
  | { state: 'loading' | 'saving' }
  | { state: 'failed'; problem: Message }
  | { state: 'ready'; isSaved: boolean };

/** The limits of the server with what was spent, once they are loaded. */
export const $creditLimits = atom<CreditLimitState | undefined>(undefined);

/** Whether they are loaded or saved. */
export const $limitsSync = atom<LimitsState>({ state: 'loading' });

/** Loads the user's own limits. */
export async function loadCreditLimits(): Promise<void> {
  $limitsSync.set({ state: 'loading' });
  await sync(() => call(getCreditLimits, {}), false);
}

/** Returns why a field cannot be saved, or `undefined`. */
export function limitProblem(text: string): Message | undefined {
  const value = toLimit(text);
  if (value === null || (Number.isInteger(value) && value >= 1 && value <= creditLimitMax))
    return undefined;
  return message('settings.limits.problem', { most: creditLimitMax });
}

/** Saves the fields, unless one of them has a problem. */
export async function saveCreditLimits(fields: LimitFields): Promise<void> {
  if (Object.values(fields).some((text) => limitProblem(text))) return;
  const body = {
    per_day: toLimit(fields.per_day),
    per_month: toLimit(fields.per_month),
    low_mark: toLimit(fields.low_mark),
  };
  $limitsSync.set({ state: 'saving' });
  await sync(() => call(putCreditLimits, { body }), true);
}

/** Clears the note that the limits are saved, because a field is edited. */
export function editCreditLimits(): void {
  if ($limitsSync.get().state !== 'saving') $limitsSync.set({ state: 'ready', isSaved: false });
}

async function sync(request: () => Promise<CreditLimitState>, isSaved: boolean): Promise<void> {
  try {
    $creditLimits.set(await request());
    $limitsSync.set({ state: 'ready', isSaved });
  } catch (error) {
    if (isSignedOut(error)) return goToLogin();
    $limitsSync.set({ state: 'failed', problem: errorMessage(error) });
  }
}

/** Reads a typed number, which may have full-width digits; `null` if the field is empty. */
function toLimit(text: string): number | null {
  const plain = text.normalize('NFKC').trim();
  if (plain === '') return null;
  return /^\d+$/.test(plain) ? Number(plain) : Number.NaN;
}
