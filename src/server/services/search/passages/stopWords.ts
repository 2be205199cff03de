import { foldText } from '#domain/texts/foldText.ts';

/** Words that are unrelated to the subject of a question, by language. */
const lists = {
  en: `a an the and or but of to in on at for from with without by about as into than then so if not no is are was were be
    been being am do does did have has had can could would should will shall may might must i me my we us our you your he
    she it they them his her its their this that these those there here what which who whom whose when where why how many
    much long old far often all any some more most also just only please tell show give explain me find say says said
    there's what's it's exactly currently still ever between happen happens happened mean means called know`,
  de: `der die das den dem des ein eine einen einem einer eines und oder aber von zu zum zur in im an am auf für aus mit ohne
    bei nach über unter als wie so wenn nicht kein keine ist sind war waren sein werden wird wurde wurden hat haben hatte
    kann können konnte soll sollte muss müssen darf ich mir mich mein wir uns unser du dein sie er es ihr sein dieser diese
    dieses was welche welcher welches wer wem wen wann wo warum wieso weshalb viel viele lange oft alle mehr auch nur noch
    bitte sag zeig gib erkläre finde es gibt genau eigentlich heißt bedeutet man sich dass damit dafür davon ob`,
  fr: `le la les un une des du de et ou mais à au aux en dans sur pour par avec sans ne pas est sont était étaient être a ont
    avait peut peuvent doit je me mon ma mes nous notre vous votre tu il elle ils elles ce cet cette ces que qui quoi quel
    quelle quels quelles quand où pourquoi comment combien plus aussi`,
  zh: `什么 哪些 哪个 哪里 哪儿 谁 何时 何地 为什么 为何 怎么 怎样 如何 多少 几个 多大 多长 多高 多久 是否 可以 能否 请问 告诉 我们 你们 他们 它们 我的 你的 这个 那个 这些 那些
    一个 有没有 是不是 什麼 哪裡 誰 為什麼 為何 怎麼 怎樣 多長 請問 告訴 我們 你們 他們 這個 那個 這些 一個 有沒有 关于 關於 現在 现在 目前 第一`,
  ja: `何 なに 誰 だれ いつ どこ なぜ どう どの どれ どんな いくつ いくら ください 教えて です ます ですか ますか した して する これ それ あれ この その こと もの ある いる`,
  ko: `무엇 무엇인가요 누구 언제 어디 왜 어떻게 어느 얼마나 몇 있나요 인가요 그 이 저 것 수 는 은 이란 알려줘 주세요 언제까지 언제부터 받을 되나요
    하나요 할 있을까요 싶어요 어떤 무슨 제 내`,
  vi: `là gì ai khi nào ở đâu tại sao như thế nào bao nhiêu có không và của các những một cái này đó cho về với tôi bạn`,
} as const;

const byLanguage = new Map<string, ReadonlySet<string>>(
  Object.entries(lists).map(([language, list]) => [
    language,
    new Set(list.split(/\s+/).map(foldText)),
  ]),
);

/** The stop words of all languages, folded. */
export const stopWords: ReadonlySet<string> = new Set(
  [...byLanguage.values()].flatMap((words) => [...words]),
);

export function stopWordsOf(language: keyof typeof lists): ReadonlySet<string> {
  return byLanguage.get(language) ?? new Set();
}
