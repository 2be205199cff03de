import type { Language } from '#domain/languages/languages.ts';

/** How people ask in a language. All expressions ignore case. */
type AskingWords = {
  /** Words for a GPT. */
  gpt: RegExp;
  /** “Tell me”: what follows is asked as a fact, also if it is no question by its form. */
  tell: RegExp;
  /** Words by which people ask for help, or say what they want to do. */
  help: RegExp;
  /** Words of questions about facts, also without a question mark. */
  fact: RegExp;
};

const b = '(?<![\\p{L}\\p{N}])';
const e = '(?![\\p{L}\\p{N}])';

/** Matches whole words. A `*` matches the rest of a word, a space for any space. */
function words(list: string): RegExp {
  const escaped = list
    .trim()
    .split(/\s*\|\s*/)
    .map((word) => word.replaceAll('*', '[\\p{L}]*').replaceAll(' ', '\\s+'));
  return new RegExp(`${b}(?:${escaped.join('|')})${e}`, 'iu');
}

/** Matches parts of a text, in scripts that write without spaces. */
function parts(list: string): RegExp {
  return new RegExp(
    `(?:${list
      .trim()
      .split(/\s*\|\s*/)
      .join('|')})`,
    'iu',
  );
}

const chinese: AskingWords = {
  gpt: parts('GPTs?|助手|助理|机器人|機器人|工具|AI'),
  tell: parts(
    '(?:请|請)?(?:你)?(?:能|可以)?告[诉訴](?:我)?|[请請][问問]|我?想(?:要)?知道|你?知道|[请請]?[说說]一下',
  ),
  help: parts(
    '帮|幫|[谁誰][懂会會]|有.{1,12}的[吗嗎]|[谁誰]能|有[什甚][么麼]可以|有沒有可以|有没有可以|辅导|輔導|推荐|推薦|我想|我要|想要|需要|想[学學练練写寫做找用减減吃去看看]|合适|合適|适合|適合|用哪|该用|該用|哪[个個]好|怎么(?:写|学|做|练|改|准备|提高)|怎麼(?:寫|學|做|練|改|準備|提高)|如何(?:写|学|做|练|改|准备|提高|寫|學|練|準備)|看不懂|不会|不會|教我|陪我|给我|給我',
  ),
  fact: parts(
    '什么|什麼|[谁誰]|哪|多少|[几幾]|怎么样|怎麼樣|为什么|為什麼|何时|何時|多[高长長大远遠久重深]|[吗嗎]|是不是|有没有|有沒有',
  ),
};

export const askingWords: Record<Language, AskingWords> = {
  en: {
    gpt: words('gpts? | assistants? | chat-?bots? | chat bots? | bots? | tools? | apps?'),
    tell: words(
      '(?:can|could|would|will) you (?:please )?(?:tell|show) me | (?:please )?tell me | do you know | i want to know | i(?:.d| would) like to know | let me know',
    ),
    help: words(
      'help* | recommend* | suggest* | looking for | i need | i want | i.d like | i would like | i.m trying | my | for me | with me | improve | practi[sc]e* | learn* | teach* | coach* | something (?:for|that|to) | anything (?:here )?(?:for|that|to) | (?:what|which one) (?:can|should) i use | how (?:do|can|should|could) (?:i|we) | how to | can.t | who (?:can|could) | which (?:one )?(?:can|could) | (?:can|could) (?:anyone|anybody|someone|somebody|something|anything) | do you have | i have to | i must',
    ),
    fact: words(
      'who | what(?! about) | when | where | why | which | how (?:far|high|tall|old|long|many|much|big|fast|deep) | is it',
    ),
  },
  de: {
    gpt: words(
      'gpts? | assistent* | chat-?bots? | chat bots? | bots? | werkzeug* | tools? | helfer',
    ),
    tell: words(
      '(?:kannst|könntest) du mir (?:bitte )?sagen | (?:können|könnten) sie mir (?:bitte )?sagen | sag(?:en sie)? mir | wei(?:ß|ss)t du | wissen sie | ich (?:möchte|will) wissen | ich würde gern* wissen',
    ),
    help: words(
      'hilf* | helf* | empfehl* | empfiehl* | ich suche | suche | ich brauche | brauche | ich möchte | ich will | ich würde | mein* | mir | wer (?:kann|könnte) | ich muss | gibt es (?:hier )?(?:etwas|jemanden) | mit mir | für mich | etwas,? (?:das|um|für|zum) | womit | lerne* | üb(?:en|e|t) | verbesser* | wie (?:kann|soll|könnte|schreibe|lerne|mache|finde|plane|bereite) ich',
    ),
    fact: words(
      'wer | was(?! ist mit) | wann | wo | warum | wieso | weshalb | welche* | wie (?:hoch|weit|viele?|alt|lange?|groß|schnell|tief|teuer)',
    ),
  },
  fr: {
    gpt: words('gpts? | assistante?s? | chat-?bots? | chat bots? | bots? | outils?'),
    tell: words(
      '(?:peux-tu|pouvez-vous|pourriez-vous|pourrais-tu) me dire | dis-moi | dites-moi | sais-tu | savez-vous | je (?:veux|voudrais) savoir | j.aimerais savoir',
    ),
    help: words(
      'qui (?:peut|pourrait) | (?:une|des) idées? | je dois | aide[rzs]? | aidez | aident | (?:m|nous|t).aide[rzs]? | recommand* | conseil* | je cherche | j.ai besoin | je veux | je voudrais | j.aimerais | m[oae]n? | mes | pour moi | avec moi | apprendre | améliorer | avez-vous | auriez-vous | existe-t-il | y a-t-il (?:un|quelque) | quelque chose (?:pour|qui|de) | comment (?:puis-je|faire|écrire|apprendre|préparer|organiser|rédiger)',
    ),
    fact: words('qui | que | quoi | quand | où | pourquoi | quel(?:le)?s? | combien | qu.est-ce'),
  },
  zh: chinese,
  zh_TW: chinese,
  ja: {
    gpt: parts('GPT|アシスタント|ツール|ボット|AI|アプリ'),
    tell: parts(
      '教えて(?!くれ|もら|ほし)(?:ください|下さい)?|知りたい(?:です)?|ご存[じ知](?:ですか)?|わかりますか',
    ),
    help: parts(
      '手伝|助け|おすすめ|お勧め|オススメ|探して|たい|ほしい|欲しい|くれる|くれます|もらえ|練習|相談|できるもの|使えば|できる(?:の)?[？?]|できますか|方法|やり方|書き方|作り方|直して|添削',
    ),
    fact: parts('誰|だれ|何|いつ|どこ|なぜ|どうして|いくつ|いくら|どれくらい|ですか|天気'),
  },
  ko: {
    gpt: parts('GPT|도우미|챗봇|봇|비서|도구|어시스턴트|AI'),
    tell: parts(
      '(?:좀 )?알려\\s*(?:주세요|줘|줄래요?|주실래요)|알고 싶\\S*|궁금\\S*|말해\\s*(?:주세요|줘)|아세요|아시나요',
    ),
    help: parts(
      '도와|도움|[게것]이?\\s+있|추천|찾고|찾아|싶|해야|하려|필요|연습|쓰면 좋|써야|쓸 수|할 수 있는|줄 수 있|가르쳐|배우|(?<![\\p{L}])[제내]\\s|방법|고쳐|만들어(?!졌|진)|주는',
    ),
    fact: parts('누구|누가|언제|어디|왜|몇|얼마|무엇|뭐|뭔가요|인가요|어때|날씨|나요'),
  },
  vi: {
    gpt: words('gpts? | trợ lý | công cụ | chat-?bots? | chat bots? | bots? | ứng dụng'),
    tell: words(
      '(?:hãy )?cho (?:tôi|mình) biết | nói cho (?:tôi|mình) biết | bạn có biết | (?:tôi|mình) muốn biết | cho hỏi',
    ),
    help: words(
      'ai có thể | tôi phải | giúp | gợi ý | giới thiệu | đề xuất | tôi cần | mình cần | cần | tôi muốn | mình muốn | muốn | của tôi | của mình | con tôi | cho tôi | cho mình | luyện | học | tìm | làm sao để | cách | dạy',
    ),
    fact: words(
      'ai | gì | khi nào | ở đâu | tại sao | vì sao | bao nhiêu | bao lâu | bao giờ | mấy | nào | thế nào | không',
    ),
  },
};

/** Words of subjects that this site has pages about: credits, plans, accounts, rankings, its rules. */
export const siteTopics: Record<Language, RegExp> = {
  en: words(
    'credits? | pro | basic | plans? | packs? | pric(?:e|es|ing) | cost* | pay* | paid | charg* | subscri* | refund* | money back | free | accounts? | invoice* | receipt* | cancel* | gift codes? | redeem* | ranking* | ranked | privacy | terms | cookies? | data | sign (?:in|up) | log in | models? | promotion* | publish* | shar(?:e|ed|ing) | this site | instructions? | answers? | questions?',
  ),
  de: words(
    'credits? | guthaben | pro | basic | tarif* | plan | abo* | preis* | kost(?:et|en) | bezahl* | zahl* | erstatt* | rückerstatt* | geld zurück | kostenlos* | gratis | konto | rechnung* | beleg* | kündig* | gutschein* | einlös* | rangliste* | ranking* | datenschutz | nutzungsbedingungen | agb | cookies? | daten | anmeld* | registrier* | modell* | aktion | veröffentlich* | teilen | geteilt* | verfall* | widerruf* | anweisung* | antwort* | frage*',
  ),
  fr: words(
    'crédits? | pro | basic | formules? | forfaits? | abonne* | prix | tarifs? | coût* | paie* | payer | paye* | paiement* | rembours* | gratuit* | compte | facture* | reçus? | résili* | annul* | code cadeau | classement* | confidentialité | conditions | cookies? | données | connecter | inscri* | modèle* | promotion* | publi* | partag* | expir* | instructions? | réponse* | question*',
  ),
  zh: parts(
    '积分|點數|点数|套餐|方案|订阅|價格|价格|多少钱|多少錢|收费|收費|扣费|付款|支付|退款|退[钱錢]|免费|免費|账号|账户|帳號|帳戶|发票|收据|取消|礼品码|兑换|排名|排行|隐私|条款|数据|登录|注册|模型|分享|过期|失效|Pro|指令|提问|问题',
  ),
  zh_TW: parts(
    '積分|點數|方案|訂閱|價格|多少錢|收費|扣|付款|支付|退款|退錢|免費|帳號|帳戶|發票|收據|取消|禮物碼|兌換|排名|排行|隱私|條款|資料|登入|註冊|模型|分享|過期|失效|Pro|指令|提問|問題',
  ),
  ja: parts(
    'クレジット|プラン|料金|価格|値段|いくらかかり|支払|返金|無料|アカウント|領収|請求|解約|キャンセル|退会|ギフト|ランキング|順位|プライバシー|規約|データ|ログイン|登録|モデル|共有|期限|失効|Pro|指示|質問',
  ),
  ko: parts(
    '크레딧|요금|플랜|구독|가격|비용|결제|지불|환불|무료|계정|영수증|청구|해지|취소|기프트|선물 코드|랭킹|순위|개인정보|약관|데이터|로그인|가입|모델|공유|만료|소멸|Pro|지시|질문',
  ),
  vi: words(
    'credit | credits | pro | basic | gói | giá | phí | chi phí | trả tiền | thanh toán | hoàn tiền | miễn phí | tài khoản | hóa đơn | biên lai | hủy | huỷ | mã quà tặng | đổi mã | xếp hạng | bảng xếp hạng | riêng tư | điều khoản | dữ liệu | đăng nhập | đăng ký | mô hình | chia sẻ | hết hạn | câu hỏi | hướng dẫn',
  ),
};

/** Usual words for subjects of this site, with the word that its pages have. */
export const siteSynonyms: Partial<Record<Language, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [words('subscription*'), 'plan'],
    [words('money back'), 'refund'],
  ],
  de: [
    [words('abo | abos | abonnement*'), 'Tarif'],
    [words('guthaben'), 'Credits'],
  ],
  fr: [[words('abonnement*'), 'forfait']],
  zh: [
    [parts('订阅|会员'), '套餐'],
    [parts('点数'), '积分'],
  ],
  zh_TW: [
    [parts('訂閱|會員|套餐'), '方案'],
    [parts('積分'), '點數'],
  ],
  ja: [
    [parts('サブスク|定期購読'), 'プラン'],
    [parts('プロ(?=プラン|の|は)'), 'Pro'],
  ],
  ko: [
    [parts('구독'), '요금제'],
    [parts('프로(?=\\s|는|의)'), 'Pro'],
  ],
};
