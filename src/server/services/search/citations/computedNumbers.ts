import type { Fact } from '#server/services/search/citations/facts.ts';
import type { Unit } from '#server/services/search/citations/units.ts';

/** How many numbers a number may be computed from. */
const mostOperands = 40;

/** Words by which a sentence says that a number is computed from others. */
const cue =
  /differ|more|less|few|longer|shorter|higher|lower|taller|larger|smaller|older|younger|later|earlier|heavier|lighter|faster|slower|apart|between|gap|total|together|altogether|sum|combined|after|increase|decrease|times|twice|unterschied|differenz|mehr|weniger|länger|kürzer|höher|niedriger|größer|kleiner|älter|jünger|später|früher|schwerer|zusammen|insgesamt|summe|nach|gestiegen|gesunken|mal so|écart|différence|(?<!\p{L})plus(?!\p{L})|moins|total|ensemble|somme|après|fois|chênh|hơn|kém|tổng|cộng|相差|差距|差|多|少|高出|长|長|大|小|早|晚|晩|总共|總共|合计|合計|共|倍|차이|더|총|합계|배/iu;

/** Whether a text says that numbers in it are computed. */
export function hasCue(text: string): boolean {
  return cue.test(text);
}

/**
 * Whether a number is the difference, the sum, the ratio or the change in percent of two numbers that sources support.
 * The number may be rounded as it is written.
 */
export function isComputed(fact: Fact, supported: readonly Fact[]): boolean {
  const { values = [], unit } = fact;
  const operands = supported.flatMap(operandsOf).slice(-mostOperands);
  return values.some((value) => {
    const near = (result: number) => Math.abs(result - value) <= toleranceOf(value, fact.written);
    return operands.some((one) =>
      operands.some((other) => one !== other && resultsOf(one, other, unit).some(near)),
    );
  });
}

/** A number as it was written, and in the smallest unit of its dimension. */
type Operand = { written: number; smallest: number };

function operandsOf({ values, unit, forms }: Fact): Operand[] {
  if (values) {
    return values.map((value) => ({ written: value, smallest: value * (unit?.factor ?? 1) }));
  }
  return forms.flatMap((form) => {
    const year = Number(/^date:(\d+)-/.exec(form)?.[1] ?? Number.NaN);
    return Number.isNaN(year) ? [] : [{ written: year, smallest: year }];
  });
}

function resultsOf(one: Operand, other: Operand, unit: Unit | undefined): number[] {
  const ratio = other.smallest === 0 ? Number.NaN : one.smallest / other.smallest;
  if (unit?.dimension === 'percent') return [(ratio - 1) * 100, ratio * 100];
  const factor = unit?.factor ?? 1;
  const sums = [one.written - other.written, one.written + other.written];
  const inUnit = [one.smallest - other.smallest, one.smallest + other.smallest];
  return [...sums, ...inUnit.map((sum) => sum / factor), ...(unit ? [] : [ratio])];
}

/** Returns half of the last digit that was written. */
function toleranceOf(value: number, written: string): number {
  const digits = written.replace(/\D/g, '').replace(/^0+/, '').length;
  if (digits === 0 || value === 0) return 1e-9;
  const places = Math.floor(Math.log10(Math.abs(value))) + 1 - digits;
  return 0.5 * 10 ** Math.min(places, 0);
}
