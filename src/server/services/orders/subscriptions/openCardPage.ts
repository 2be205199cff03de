import type { Language } from '#domain/languages/languages.ts';
import { cardGivenPath, ordersPath } from '#domain/orders/orderPaths.ts';
import type { Context } from '#server/context.ts';
import { AppError, redactedError } from '#server/errors.ts';
import { requireLivePlan } from '#server/services/orders/subscriptions/livePlan.ts';
import { subscriptionGateway } from '#server/services/orders/subscriptions/refreshSubscription.ts';

/**
 * Returns the address of the provider's page for another card, while the last bill of the acting user's plan is open.
 * Throws `not_signed_in`, `no_plan`, `plan_paid`, `payment_unavailable` and `too_many_requests`.
 */
export async function openCardPage(context: Context, language: Language): Promise<string> {
  const { config, payments, log } = context;
  const live = await requireLivePlan(context);
  if (live.state !== 'past_due') throw new AppError('plan_paid', 'No bill of this plan is open');
  const address = (path: string) => `${config.publicUrl}${path}`;
  try {
    return await subscriptionGateway(payments, live.method).openCardPage(live.providerId, {
      language,
      doneUrl: address(cardGivenPath(language)),
      backUrl: address(ordersPath(language)),
    });
  } catch (error) {
    const { id: subscription, method } = live;
    log.error({ subscription, method, error: redactedError(error) }, 'no page for another card');
    throw new AppError('payment_unavailable', 'The payment provider cannot be reached, try again');
  }
}
