/** The task that applies stored webhook events of payment providers. */
export const eventsTask = 'apply_payment_events';

/** The task that asks providers for newly stored refunds. */
export const refundsTask = 'ask_refunds';

/** The task that settles withdrawals and mails their acknowledgements. */
export const withdrawalsTask = 'settle_withdrawals';

/** The task that applies cancellations and mails their receipts. */
export const cancellationsTask = 'apply_cancellations';
