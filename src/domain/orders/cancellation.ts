import { emailMaxLength, emailProblem } from '#domain/login/login.ts';
import type { Language } from '#domain/languages/languages.ts';

/** How a plan can be cancelled: at the end of its paid period, or for good cause. An operator checks the latter. */
export const cancellationKinds = ['ordinary', 'cause'] as const;

export type CancellationKind = (typeof cancellationKinds)[number];

export const cancellationReasonMaxCharacters = 2_000;

export const cancellationContractMaxCharacters = 200;

/** The action of the form. The form works without JavaScript. */
export const cancellationFormPath = '/api/cancellation/form';

/** The link in the receipt. It opens a page with a button that keeps the plan. */
export const keepPlanPath = '/api/cancellation/keep';

/** Returns the path of the page with the cancel button. */
export function cancellationPath(language: Language): string {
  return `/${language}/cancel`;
}

/** The fields of the form. `website` is a honeypot: people do not see it, bots fill it in. */
export type CancellationFields = {
  email: string;
  kind: string;
  reason: string;
  contract: string;
  /** The requested day, `YYYY-MM-DD`; empty for as soon as possible. */
  wanted: string;
  website: string;
};

export type CancellationProblem = {
  field: keyof CancellationFields;
  rule: 'emailEmpty' | 'emailInvalid' | 'kindMissing' | 'reasonEmpty' | 'tooLong' | 'day' | 'trap';
};

/** Returns the fields of a form. `read` returns the value of the field with this name. */
export function readCancellationFields(
  read: (name: keyof CancellationFields) => string,
): CancellationFields {
  return {
    email: read('email'),
    kind: read('kind'),
    reason: read('reason'),
    contract: read('contract'),
    wanted: read('wanted'),
    website: read('website'),
  };
}

/** Returns the largest number of characters of a field. */
export function cancellationLimit(field: CancellationProblem['field']): number {
  if (field === 'email') return emailMaxLength;
  return field === 'reason' ? cancellationReasonMaxCharacters : cancellationContractMaxCharacters;
}

/** Returns the problems of the fields, in the order of the form. */
export function cancellationProblems(fields: CancellationFields): CancellationProblem[] {
  const found: CancellationProblem[] = [];
  const email = emailProblem(fields.email);
  if (email === 'EmptyEmail') found.push({ field: 'email', rule: 'emailEmpty' });
  if (email === 'InvalidEmail') found.push({ field: 'email', rule: 'emailInvalid' });
  if (!isCancellationKind(fields.kind)) found.push({ field: 'kind', rule: 'kindMissing' });
  if (fields.kind === 'cause' && fields.reason.trim() === '') {
    found.push({ field: 'reason', rule: 'reasonEmpty' });
  }
  for (const field of ['reason', 'contract'] as const) {
    if (fields[field].length > cancellationLimit(field)) found.push({ field, rule: 'tooLong' });
  }
  if (fields.wanted !== '' && dayOrNull(fields.wanted) === null) {
    found.push({ field: 'wanted', rule: 'day' });
  }
  if (fields.website !== '') found.push({ field: 'website', rule: 'trap' });
  return found;
}

export function isCancellationKind(kind: string): kind is CancellationKind {
  return cancellationKinds.some((known) => known === kind);
}

/** Returns the start (UTC) of a day of this century, spelled `YYYY-MM-DD`; `null` for any other text. */
export function dayOrNull(text: string): Date | null {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? day : null;
}
