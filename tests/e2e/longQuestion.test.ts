import { costIn } from './answerCost.ts';
import { expectNothingWrong } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { languageTags } from './languageTags.ts';

/** Each of these characters is a token; one price of GPT-4o-mini buys 58,000. */
const wide = '字'.repeat(58_000);

const texts = {
  en: {
    short: /^1 credit per question · 3 credits left$/,
    long: /^2 credits \(2 × 1\) · 3 credits left$/,
    note: 'is longer than one price covers. It costs 2 credits (2 × 1).',
    charged: '2 credits',
    left: /1 credit left$/,
    send: 'Send',
  },
  zh: {
    short: /^每次提问 1 积分 · 剩余 3 积分$/,
    long: /^2 积分 \(2 × 1\) · 剩余 3 积分$/,
    note: '这条消息超出了一次提问价格所含的长度，需要 2 积分（2 × 1）。',
    charged: '2 积分',
    left: /剩余 1 积分$/,
    send: '发送',
  },
};

for (const language of ['en', 'zh'] as const) {
  test(
    `a long question shows its whole price before it is sent, and costs that in ${language}`,
    { tag: languageTags[language].split(' ') },
    async ({ page, signIn }) => {
      const { short, long, note, charged, left, send } = texts[language];
      await signIn();
      await page.goto(`/${language}/chat/openai/gpt-4o-mini`);
      const message = page.locator('#message');
      const foot = page.locator('#message-foot');
      const announced = page.getByRole('status').filter({ hasText: note });
      await expect(foot).toHaveText(short);
      await message.fill(wide);
      await expect(foot).toHaveText(short);
      await message.fill(`sandbox: fast 3\n${wide}`);
      await expect(foot).toHaveText(long);
      await expect(announced).toBeVisible();
      await expect(message).toHaveAccessibleDescription(long);
      await expectNothingWrong(page);
      const asked = page.waitForRequest('**/api/chat/questions');
      // On a phone, Enter begins a new line.
      await page.getByRole('button', { name: send, exact: true }).click();
      expect((await asked).postDataJSON()).toMatchObject({ max_price: 2 });
      await expect(foot).toHaveText(left);
      await expect(costIn(page.locator('main'), charged)).toBeVisible();
      await expect(announced).toBeHidden();
    },
  );
}
