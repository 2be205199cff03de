import { call } from '#contract/call.ts';
import type { Order } from '#contract/orders/orders.ts';
import {
  type PrepaidPlan,
  type RenewingPlan,
  cancelSubscription,
  changeSubscription,
  getSubscription,
  openCardPage,
  payOpenBill,
  resumeSubscription,
} from '#contract/orders/subscription.ts';
import { type Message, errorMessage, isSignedOut, message } from '#stores/browser/message.ts';
import { goTo, goToLogin } from '#stores/browser/navigation.ts';
import { newId } from '#stores/browser/newId.ts';
import { loadOrders } from '#stores/orders/orders.ts';
import { refreshUser } from '#stores/account/user.ts';
import { defaultLanguage } from '#domain/languages/languages.ts';
import { splitLanguage } from '#domain/site/urls.ts';
import { atom } from 'nanostores';

export type Plan = RenewingPlan | PrepaidPlan | null;

export type PlanChange = RenewingPlan['changes'][number];

/** The dialog about the plan that is open. */
export type PlanDialog =
  | { kind: 'cancel' }
  | { kind: 'change'; chosen: PlanChange | undefined; waives: boolean };

export type PlanState =
  | { state: 'loading' }
  | { state: 'failed'; problem: Message }
  | {
      state: 'shown';
      plan: Plan;
      dialog: PlanDialog | undefined;
      sending: boolean;
      /** Why the last action failed. */
      problem: Message | undefined;
      /** The order of an upgrade that was just charged. */
      upgraded: Order | undefined;
    };

type Shown = Extract<PlanState, { state: 'shown' }>;

/** The user's running plan, and the action on it. */
export const $plan = atom<PlanState>({ state: 'loading' });

/** Request ids by product, until its upgrade has an outcome, so that a repeated request charges once. */
const requestIds = new Map<string, string>();

/** The query of the page: the product to change to, or `card=given` after the provider's page for another card. */
type PlanLink = { change: string | null; card: string | null };

/** Loads the plan. A shown plan stays until then. */
export async function loadPlan(link?: PlanLink): Promise<void> {
  if ($plan.get().state !== 'shown') $plan.set({ state: 'loading' });
  try {
    const { plan } = await call(getSubscription, {});
    show(plan);
  } catch (error) {
    return $plan.set({ state: 'failed', problem: errorMessage(error) });
  }
  const state = $plan.get();
  if (state.state !== 'shown' || state.plan?.kind !== 'renewing') return;
  const chosen = state.plan.changes.find(({ product }) => product === link?.change);
  if (chosen) openPlanDialog({ kind: 'change', chosen, waives: false });
  if (link?.card !== 'given') return;
  if (state.plan.state === 'past_due') await payWithGivenCard();
  // The provider's message may have paid the bill after the orders were loaded.
  else await loadOrders();
}

export function openPlanDialog(dialog: PlanDialog): void {
  change((state) => ({ ...state, dialog, problem: undefined, upgraded: undefined }));
}

export function closePlanDialog(): void {
  change((state) => ({ ...state, dialog: undefined, problem: undefined }));
}

export function choosePlan(chosen: PlanChange): void {
  changeDialog((dialog) => ({ ...dialog, chosen }));
}

export function setPlanWaiver(waives: boolean): void {
  changeDialog((dialog) => ({ ...dialog, waives }));
}

export async function cancelPlan(): Promise<void> {
  await send(async () => (await call(cancelSubscription, {})).plan);
}

export async function resumePlan(): Promise<void> {
  await send(async () => (await call(resumeSubscription, {})).plan);
}

/** Opens the provider's page where the user enters another card. */
export async function updateCard(): Promise<void> {
  await send(async (plan) => {
    const { language = defaultLanguage } = splitLanguage(location.pathname);
    const { url } = await call(openCardPage, { body: { language } });
    goTo(url);
    return plan;
  });
}

async function payWithGivenCard(): Promise<void> {
  await send(async () => {
    const { declined, plan } = await call(payOpenBill, {});
    if (declined) throw new Declined();
    void loadOrders();
    void refreshUser();
    return plan;
  });
}

/** Makes the change that was chosen in the dialog. */
export async function confirmChange(): Promise<void> {
  const state = $plan.get();
  if (state.state !== 'shown' || state.dialog?.kind !== 'change') return;
  const { chosen, waives } = state.dialog;
  if (!chosen) return;
  const { product, amount, kind } = chosen;
  if (kind === 'upgrade' && state.plan?.kind === 'renewing' && state.plan.needs_waiver && !waives) {
    return $plan.set({ ...state, problem: message('pay.new.waiverMissing') });
  }
  const requestId = requestIds.get(product) ?? newId();
  requestIds.set(product, requestId);
  await send(async () => {
    const body = { request_id: requestId, product, amount, waiver: waives };
    const { order, plan } = await call(changeSubscription, { body });
    if (order?.state === 'failed') throw new Declined();
    if (order?.state !== 'pending') requestIds.delete(product);
    if (order?.state === 'fulfilled') {
      change((now) => ({ ...now, upgraded: order }));
      void loadOrders();
      void refreshUser();
    }
    return plan;
  }, product);
}

/** The charge of an upgrade or of an open bill was declined. */
class Declined extends Error {}

async function send(work: (plan: Plan) => Promise<Plan>, product?: string): Promise<void> {
  const before = $plan.get();
  if (before.state !== 'shown' || before.sending) return;
  $plan.set({ ...before, sending: true, problem: undefined, upgraded: undefined });
  try {
    const plan = await work(before.plan);
    change((state) => ({ ...state, plan, dialog: undefined, sending: false }));
  } catch (error) {
    if (isSignedOut(error)) return goToLogin();
    const isDeclined = error instanceof Declined;
    // A retry after a declined charge is a new upgrade.
    if (isDeclined && product !== undefined) requestIds.delete(product);
    const problem = isDeclined ? message('orders.plan.declined') : errorMessage(error);
    change((state) => ({ ...state, sending: false, problem }));
    if (problem.key === 'errors.offer_changed' || problem.key === 'errors.no_plan') {
      await reload();
    }
  }
}

/** Loads the plan with current prices. The problem of the refused change stays. */
async function reload(): Promise<void> {
  const { plan } = await call(getSubscription, {}).catch(() => ({ plan: undefined }));
  if (plan !== undefined) change((state) => ({ ...state, plan, dialog: undefined }));
}

function show(plan: Plan): void {
  $plan.set({
    state: 'shown',
    plan,
    dialog: undefined,
    sending: false,
    problem: undefined,
    upgraded: undefined,
  });
}

function change(next: (state: Shown) => PlanState): void {
  const state = $plan.get();
  if (state.state === 'shown') $plan.set(next(state));
}

function changeDialog(next: (dialog: Extract<PlanDialog, { kind: 'change' }>) => PlanDialog): void {
  change((state) =>
    state.dialog?.kind === 'change'
      ? { ...state, dialog: next(state.dialog), problem: undefined }
      : state,
  );
}
