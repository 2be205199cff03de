/** Limits of the fields that buyers enter for their receipts. */
export const billingNameMax = 120;
export const billingAddressMax = 400;
