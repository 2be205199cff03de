import { cancellationPath } from '#domain/orders/cancellation.ts';
import { redeemPath } from '#domain/product/giftCodes.ts';
import { hasWithdrawal, needsCancelButton } from '#domain/orders/sellerLaw.ts';
import type { Frame } from '#catalog/site/frame.ts';
import { blogPath } from '#domain/blog/blogPaths.ts';
import { helpPath } from '#domain/help/helpPaths.ts';
import { categoriesPath, collectionsPath, homePath, tagsPath } from '#domain/gpts/gptPaths.ts';
import { chatScreenPath } from '#domain/chat/chatPaths.ts';
import { modelPricesPath, pricingPath } from '#domain/pricing/pricingPaths.ts';
import { policyKinds, policyPath, sharePath } from '#domain/site/sitePaths.ts';
import { rankingPath } from '#domain/ranking/rankingPaths.ts';
import { withdrawPath } from '#domain/orders/withdrawals.ts';
import { translator } from '#i18n/translate.ts';

type FooterLink = { href: string; text: string };

type FooterColumn = { key: 'product' | 'rankings' | 'help' | 'legal'; links: FooterLink[] };

/**
 * Returns the columns of the footer in their order. Their titles are `site.footer.{key}`. The links of the operator are
 * added to `help`, and the languages have a column of their own.
 */
export function footerColumns({ language, ranges, operator }: Frame): FooterColumn[] {
  const t = translator(language, 'site');
  const ranking = translator(language, 'ranking');
  return [
    {
      key: 'product',
      links: [
        { href: homePath(language), text: t('menu.gpts') },
        { href: collectionsPath(language), text: translator(language, 'collections')('heading') },
        { href: categoriesPath(language), text: t('footer.categories') },
        { href: tagsPath(language), text: t('footer.tags') },
        { href: chatScreenPath(language, 'search'), text: t('menu.search') },
        { href: modelPricesPath(language), text: t('footer.models') },
        { href: pricingPath(language), text: t('menu.pricing') },
        { href: redeemPath(language), text: t('footer.giftCodes') },
        { href: sharePath(language), text: t('footer.share') },
      ],
    },
    {
      key: 'rankings',
      links: ranges.map((range) => ({
        href: rankingPath(language, range),
        text: ranking(`range.${range}`),
      })),
    },
    {
      key: 'help',
      links: [
        { href: helpPath(language), text: translator(language, 'help')('all') },
        { href: blogPath(language), text: translator(language, 'blog')('heading') },
      ],
    },
    {
      key: 'legal',
      links: [
        ...policyKinds.map((kind) => ({
          href: policyPath(language, kind),
          text: t(`footer.${kind}`),
        })),
        ...(hasWithdrawal(operator.sellerCountry)
          ? [{ href: withdrawPath(language), text: t('footer.withdraw') }]
          : []),
        ...(needsCancelButton(operator.sellerCountry)
          ? [
              {
                href: cancellationPath(language),
                text: translator(language, 'cancellation')('link'),
              },
            ]
          : []),
      ],
    },
  ];
}
