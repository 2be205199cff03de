import { expect, it } from 'vitest';
import { fillWithdrawPage } from '#server/services/orders/withdrawals/fillWithdrawPage.ts';

const page =
  '<html><body><main><p data-fill="shown-number"></p><input data-fill="kept-number" /></main></body></html>';

it('shows an order number in the form of the receipt, however it was typed', () => {
  for (const number of ['1a2b 3c4d 5e6f', '1A2B3C4D5E6F', '1a2b3c4d-5e6f-4000-8000-000000000000']) {
    const fields = { number, email: 'somebody@example.org', name: '' };
    const html = fillWithdrawPage(page, { step: 'confirm', fields });
    expect(html).toContain('>1A2B-3C4D-5E6F<');
    expect(html).toContain('value="1A2B-3C4D-5E6F"');
  }
});
