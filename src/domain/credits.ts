/** Credits that a new account starts with, unless the operator configures another number. */
export const startingCredits = 10;
