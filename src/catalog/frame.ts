import type { BuildContext } from '#catalog/buildContext.ts';
import { pageImage } from '#catalog/openGraph.ts';
import type { Language } from '#domain/languages.ts';
import type { MenuModels } from '#domain/menuModels.ts';
import type { PageImage } from '#domain/pageImage.ts';
import type { RankingRange } from '#domain/ranking.ts';

/** The values of a page that its layout needs, besides the page’s own content. Plain JSON. */
export type Frame = {
  language: Language;
  /** The page’s own path, with its language. */
  path: string;
  /** The public origin without a trailing slash; unknown while developing. */
  origin: string | null;
  operator: Operator;
  /** The models that the menu opens. */
  menu: MenuModels;
  /** The ranges that have a ranking, in the order of the tabs. */
  ranges: readonly RankingRange[];
  /** The picture that represents the page where its address is shared. */
  image: PageImage;
  /**
   * The languages that have the text of the page, in the order of the menu, where these are not all. Pages in the other
   * languages show the text in the first of these, and search engines are led to that page.
   */
  translations?: readonly Language[];
  /** Whether search engines are asked not to list the page. */
  isUnlisted?: boolean;
};

/** The operator’s details that pages show. Pages leave out the ones that are unset. */
export type Operator = {
  supportEmail: string | null;
  communityUrl: string | null;
  socialUrls: readonly string[];
  /** Name and address of who sells plans and packs. */
  seller: string | null;
  /** The seller’s country, which decides on the pages that the law asks for. */
  sellerCountry: string | null;
  /** Whether visitors can sign in with Google. */
  hasGoogle: boolean;
  /** Whether Pro opens GPTs of other sites by their addresses. */
  opensGptLinks: boolean;
  /** Whether the release has the picture of a QQ group. */
  hasQqPicture: boolean;
  /** Whether figures, ratings and reviews are generated. Every page says so then, and asks search engines not to list it. */
  isDemo: boolean;
};

/**
 * Returns the frame of the page at `path`. A page without a picture of its own has the product’s; so have all pages of a
 * demo, because drawing one for each ranking and GPT takes long, and nobody shares a demo.
 */
export function frameOf(
  { origin, operator, menu, ranges }: Pick<BuildContext, 'origin' | 'operator' | 'menu' | 'ranges'>,
  language: Language,
  path: string,
  image: PageImage = pageImage(language),
): Frame {
  return {
    language,
    path,
    origin,
    operator,
    menu,
    ranges,
    image: operator.isDemo ? pageImage(language) : image,
  };
}
