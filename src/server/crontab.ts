const fields = [
  { name: 'minute', least: 0, most: 59 },
  { name: 'hour', least: 0, most: 23 },
  { name: 'day of the month', least: 1, most: 31 },
  { name: 'month', least: 1, most: 12 },
  // 0 and 7 are Sunday.
  { name: 'day of the week', least: 0, most: 7 },
] as const;

type Field = (typeof fields)[number];

/** Returns the problem of the five time fields of a crontab line, in the syntax of graphile-worker, if there is one. */
export function crontabProblem(line: string): string | undefined {
  const parts = line.trim().split(/\s+/);
  if (parts.length !== fields.length) {
    return `must have five fields, ${fields.map(({ name }) => name).join(', ')}, such as 30 4 * * *`;
  }
  for (const [index, field] of fields.entries()) {
    const wrong = parts[index]?.split(',').find((part) => !isValid(part, field));
    if (wrong === undefined) continue;
    const { name, least, most } = field;
    return `has a wrong ${name}, “${wrong}”: use *, */5, a number from ${least} to ${most} or a range such as ${least}-${least + 2}`;
  }
  return undefined;
}

function isValid(part: string, { least, most }: Field): boolean {
  const isWithin = (text: string | undefined) => Number(text) >= least && Number(text) <= most;
  if (/^\d{1,2}$/.test(part)) return isWithin(part);
  const [, from, to] = /^(\d{1,2})-(\d{1,2})$/.exec(part) ?? [];
  if (from !== undefined) return isWithin(from) && isWithin(to) && Number(from) < Number(to);
  const [every, divisor] = /^\*(?:\/(\d{1,3}))?$/.exec(part) ?? [];
  return every !== undefined && (divisor === undefined || Number(divisor) >= 1);
}
