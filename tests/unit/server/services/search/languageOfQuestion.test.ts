import { expect, it } from 'vitest';
import { languageOfQuestion } from '#server/services/search/languageOfQuestion.ts';

it.for([
  ['點數能買到什麼，哪些永遠免費？', 'zh_TW'],
  ['手邊的問題該問哪個模型？', 'zh_TW'],
  ['积分能买到什么，哪些永远免费？', 'zh'],
  ['著名的模型有哪些？', 'zh'],
  ['クレジットで何が買えますか？', 'ja'],
  ['Was kann ich mit Credits kaufen?', 'de'],
  ['What do credits buy?', 'en'],
] as const)('reads the language of “%s” as %s', ([question, language]) => {
  expect(languageOfQuestion(question)).toBe(language);
});
