import {
  chineseLanguages,
  languageForm,
  languagesOfCountries,
  primaryCode,
  shortest,
} from '#domain/languages/readLanguage.ts';

/** The codes of two letters in ISO 639, with withdrawn ones that are still in use (`iw`, `in`, `ji`, `sh`). */
const twoLetterCodes =
  'aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el ' +
  'en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it ' +
  'iu iw ja ji jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms ' +
  'mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk ' +
  'sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo ' +
  'za zh zu';

/** Languages that browsers offer and that have no code of two letters. */
const threeLetterCodes =
  'ast bho ceb chr ckb doi dsb fil fur gsw haw hmn hsb ilo kok kri lij lus mai mni nds nso rhg sat scn tzm vec';

/** All codes that an address may begin with instead of a supported language. */
const known: ReadonlySet<string> = new Set([
  ...twoLetterCodes.split(' '),
  ...threeLetterCodes.split(' '),
  ...Object.keys(chineseLanguages),
]);

/**
 * Whether a path segment names a language, supported or not: `es`, `pt-BR`, `deu`, `fil`, or a country that people
 * write for its language (`jp`). Other short words, such as `faq` or `xyz`, are names of pages.
 */
export function isLanguageLike(segment: string): boolean {
  if (!languageForm.test(segment)) return false;
  const code = primaryCode(segment);
  return known.has(shortest(code)) || Object.hasOwn(languagesOfCountries, code);
}
