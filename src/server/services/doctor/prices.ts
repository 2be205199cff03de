import { failsCheck } from '#domain/costs/priceCheck.ts';
import { checkPrices } from '#server/services/costs/checkPrices.ts';
import { type ModelCheck, ok, warning } from '#server/services/doctor/findings.ts';

/** Whether a model costs more than its credits bring. */
export const prices: ModelCheck = {
  name: 'prices',
  seconds: 30,
  run: async (platform) => {
    const losing = (await checkPrices(platform)).filter(failsCheck);
    if (losing.length === 0) return [ok('No price loses money')];
    const names = losing.map(({ model }) => model).join(', ');
    return [
      warning(
        `Prices that lose money, or that may in the worst case: ${names}`,
        'Run npm run dolores -- prices check, and raise them with models set.',
      ),
    ];
  },
};
