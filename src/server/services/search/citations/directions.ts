const amount = '(?:by |um |de |d’|了)?(?:about |around |nearly |rund |etwa |fast |environ |约|約)?';

const risen =
  'rose|risen|rises?|rising|grew|grown|grows?|increas(?:ed?|es|ing)|gain(?:ed|s)?|climb(?:ed|s)?|jumped|up|stieg(?:en)?|gestiegen|steigt|wuchs(?:en)?|gewachsen|wächst|augment(?:é|e|ent)|progress(?:é|e)|上升|增长|增長|增加|上涨|上漲|上昇';
const fallen =
  'fell|fallen|falls?|falling|drop(?:ped|s)?|declin(?:ed?|es|ing)|decreas(?:ed?|es|ing)|sank|sunk|shrank|lost|down|sank(?:en)?|gesunken|sinkt|fiel(?:en)?|gefallen|schrumpft(?:e|en)?|baiss(?:é|e|ent)|recul(?:é|e|ent)|diminu(?:é|e|ent)|chut(?:é|e|ent)|下降|减少|減少|下跌|下落';

const upBefore = new RegExp(`(?:${risen})\\s?${amount}$`, 'iu');
const downBefore = new RegExp(`(?:${fallen})\\s?${amount}$`, 'iu');
const unit = '^\\s?(?:%|percent|per cent|prozent|pour cent)\\s?';
const upAfter = new RegExp(
  `${unit}(?:increase|rise|growth|gain|gestiegen|gewachsen|mehr(?!\\p{L})|de hausse|de plus)`,
  'iu',
);
const downAfter = new RegExp(
  `${unit}(?:decrease|drop|decline|fall|loss|gesunken|gefallen|weniger|de baisse|de moins)`,
  'iu',
);

/**
 * Returns a function that adds to the forms of a change whether it went up or down. “Rose by 5 %” is not supported by
 * “fell by 5 %”. A source that names no direction supports both.
 */
export function directionOf(
  before: string,
  after: string,
  ofSource: boolean,
): (forms: readonly string[], value: number) => string[] {
  const isUp = upBefore.test(before) || upAfter.test(after);
  const isDown = downBefore.test(before) || downAfter.test(after);
  const up = (forms: readonly string[]) => forms.map((form) => `up ${form}`);
  const down = (forms: readonly string[]) => forms.map((form) => `down ${form}`);
  if (!ofSource) {
    if (isUp === isDown) return (forms) => [...forms];
    if (isUp) return up;
    return (forms, value) => (value < 0 ? [...forms] : down(forms));
  }
  if (isUp && !isDown) return (forms) => [...forms, ...up(forms)];
  if (isDown && !isUp) return (forms, value) => [...forms, ...(value < 0 ? [] : down(forms))];
  return (forms, value) =>
    value < 0
      ? [...forms, ...down(forms.map(withoutSign))]
      : [...forms, ...up(forms), ...down(forms)];
}

function withoutSign(form: string): string {
  return form.replace(':-', ':');
}
