import type { BuildContext } from '#catalog/buildContext.ts';
import type { AnnouncedPromotion } from '#catalog/site/announcements.ts';
import { pageImage } from '#catalog/site/openGraph.ts';
import type { Language } from '#domain/languages/languages.ts';
import type { Registration } from '#domain/login/registration.ts';
import type { MenuModels } from '#domain/models/menuModels.ts';
import type { PageImage } from '#domain/site/pageImage.ts';
import type { RankingRange } from '#domain/ranking/ranking.ts';
import type { Area } from '#i18n/areas.ts';
import { translator } from '#i18n/translate.ts';

/** The values that the layout of a page needs, in addition to the page’s own content. Plain JSON. */
export type Frame = {
  language: Language;
  /** The page’s own path, with its language. */
  path: string;
  /** The public origin without a trailing slash; `null` in development. */
  origin: string | null;
  operator: Operator;
  /** The promotion in the banner, which is decided once for a release. */
  promotion: AnnouncedPromotion | null;
  /** The models in the menu. */
  menu: MenuModels;
  /** Credits of a new account, which the sign-in form offers. */
  startingCredits: number;
  /** The ranges that have a ranking, in the order of the tabs. */
  ranges: readonly RankingRange[];
  /** The preview picture of the page for shared links. */
  image: PageImage;
  /**
   * The languages with a text of the page, in the order of the menu; omitted if these are all languages. Pages in other
   * languages show the text in the first of these, and search engines get that page as the canonical one.
   */
  translations?: readonly Language[];
  /** Whether search engines are asked not to list the page. */
  isUnlisted?: boolean;
};

/** The operator’s details on pages. Unset ones are omitted. */
export type Operator = {
  supportEmail: string | null;
  communityUrl: string | null;
  socialUrls: readonly string[];
  /** Name and address of the seller of plans and packs. */
  seller: string | null;
  /** The seller’s country, which decides which legal pages are required. */
  sellerCountry: string | null;
  /** Whether plans and packs can be bought. */
  sells: boolean;
  /** Whether visitors can sign in with Google. */
  hasGoogle: boolean;
  /** Who may open an account. */
  registration: Registration;
  /** Whether Pro users can open GPTs of ChatGPT by their URLs. */
  opensGptLinks: boolean;
  /** Whether the release has the picture of a QQ group. */
  hasQqPicture: boolean;
  /**
   * Whether numbers, ratings and reviews are generated. If so, every page has a note and asks search engines not to
   * list it.
   */
  isDemo: boolean;
};

type FrameParts = Pick<
  BuildContext,
  'origin' | 'operator' | 'promotion' | 'menu' | 'ranges' | 'shop'
>;

/**
 * Returns the frame of the page at `path`. A page without its own picture has that of the product. So have all pages of
 * a demo, because drawing a picture for each ranking and GPT takes long, and demos are not shared.
 */
export function frameOf(
  { origin, operator, promotion, menu, ranges, shop }: FrameParts,
  language: Language,
  path: string,
  image: PageImage = pageImage(language),
): Frame {
  return {
    language,
    path,
    origin,
    operator,
    promotion,
    menu,
    startingCredits: shop.startingCredits,
    ranges,
    image: operator.isDemo ? pageImage(language) : image,
  };
}

/** Returns the frame of a page whose picture shows its heading: the message `heading` of `area`. */
export function frameWithHeading(
  context: Parameters<typeof frameOf>[0],
  language: Language,
  path: string,
  area: Area,
): Frame {
  return frameOf(
    context,
    language,
    path,
    pageImage(language, translator(language, area)('heading')),
  );
}
