/** The reports of a mail provider about an address: it bounced a mail for good, or its owner complained about one. */
export const mailReportKinds = ['bounce', 'complaint'] as const;

export type MailReportKind = (typeof mailReportKinds)[number];
