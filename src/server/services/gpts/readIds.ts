import { AppError } from '#server/errors.ts';

const idsAtMost = 100;

/** Reads percent-encoded ids joined by commas, without duplicates or NUL. Throws `invalid_input`. */
export function readIds(list: string): string[] {
  const parts = list.split(',').filter((part) => part !== '');
  if (parts.length > idsAtMost) throw wrongIds(`must be at most ${idsAtMost} ids`);
  try {
    return [...new Set(parts.map((part) => decodeURIComponent(part).replaceAll('\0', '')))];
  } catch {
    throw wrongIds('must be percent-encoded ids, joined by commas');
  }
}

function wrongIds(rule: string): AppError {
  const fields = [{ field: 'ids', rule }];
  return new AppError('invalid_input', `ids: ${rule}`, { place: 'query', fields });
}
