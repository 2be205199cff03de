/** Limits of what buyers enter for their receipts. */
export const billingNameMax = 120;
export const billingAddressMax = 400;
