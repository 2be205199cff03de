/** Frequent characters of Chinese, simplified and traditional, in texts, tables and the names of people and places. */
const han =
  '的一是不了在人有我他这这中大来上个国和也子时道说们为生自以会可下而过得里后小么心多天然能好都去然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结六功指思非流每青管夫连远资队跟带花快条院变联权往展该领传近留红治决周保达办运武半候七必城父强步完革深区即求品士转量空甚众技轻程告江语英基派满式李息写呢识极令黄德收脸钱党倒未持取设始版双历越史商千片容研像找友孩站广改议形委早房音火际则首单据导影失拿网香似斯专石若兵弟谁校读志飞观争究包组造落视济喜离虽坏兄杯底订号姓址额价项列表北京上海讨预算度纪要续周安排通知假期份于春节李雷韩梅';
const traditional =
  '這來個國時說們為會過後麼沒還發當無開見經頭從動兩長樣現將與進實點種聲話兒問機給幾業間電門東氣關並內產萬體別處總場師書員華報馬張難數車應親務邊風戰幹覺題統請愛讓認論義術結連遠資隊帶條變聯權領傳紅決達辦運強區轉眾輕語滿寫識極黃臉錢黨設雙歷單據導網專飛觀爭組視濟離雖訂號額價項討預紀續關於節韓文台北';
const japanese =
  '日本人年大会社東京都市山田太郎佐藤鈴木高橋氏名前注文番号金額住所電話議事録来週続世界時間今私何行見言出';
const korean =
  '이다는가을의에고하은한를도로지어기사그나리자시서있아인대들것해일수전으정보니부제과주스있장여구안성상관우면국만세요조신계동소원연선공무게라마미습녕김박최강철름문번호금액트분모용개회음월당려준경생명오교학서울영희';

const frequentHan = new Set(han + traditional + japanese);
const frequentHangul = new Set(korean);

/** Letters and signs of West European texts that are not ASCII. */
const western = new Set(
  'äöüßÄÖÜéèêëàâçôîïûùñóíáúåæøœãõìòÅÆØÉÈÊÀÂÇÔÎÑÓÍÁÚŒ“”‘’‚„–—…€£°²³½«»¿¡·®©™§×ªº',
);

const [rare, odd] = [-1, -2];

/**
 * Returns how likely the characters of a text that are not ASCII are those of a written text: 3 at best, below
 * 0 for a text in a wrong encoding. Returns `undefined` if it has control characters, or characters of no language.
 */
export function letterScore(text: string): number | undefined {
  if (unused.test(text)) return undefined;
  let [sum, count] = [0, 0];
  let before = ' ';
  for (const character of text) {
    if (character > '\u007f') {
      sum += scoreOf(character, before);
      count += 1;
    }
    before = character;
  }
  return count === 0 ? 1 : sum / count;
}

/** Control characters, noncharacters, private use, the replacement character, and unassigned ones. */
const unused =
  // oxlint-disable-next-line no-control-regex -- they are searched for
  /[\0-\u0006\u000e-\u001a\u001c-\u001f\u007f-\u0084\u0086-\u009f\ufffd]|\p{Co}|\p{Cn}/u;

function scoreOf(character: string, before: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x250 || (code >= 0x2010 && code < 0x2200)) return latinScore(character, before);
  if (code >= 0x400 && code < 0x500) return cyrillicScore(character, before);
  // Kana, and full-width signs next to them or next to Chinese.
  if (code >= 0x3041 && code <= 0x30fe) return 2.5;
  if ((code >= 0x3000 && code < 0x3020) || (code >= 0xff01 && code < 0xff5f)) return 1.5;
  if (code >= 0xff61 && code <= 0xff9f) return /[\uff61-\uff9f]/.test(before) ? 0.5 : rare;
  if (code >= 0x4e00 && code <= 0x9fff) return frequentHan.has(character) ? 3 : 0;
  if (code >= 0xac00 && code <= 0xd7a3) return frequentHangul.has(character) ? 3 : 0.3;
  return /\p{L}|\p{M}/u.test(character) && code < 0x1000 ? 2.2 : odd;
}

function latinScore(character: string, before: string): number {
  const isLetter = /\p{L}/u.test(character);
  // An accented capital within a word, and a sign within it, are two halves of something else.
  if (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(character)) return odd;
  if (!isLetter) return western.has(character) ? (/[^\0-\u007f]/.test(before) ? rare : 1) : odd;
  if (/[^\0-\u007f]/.test(before)) {
    if (/\p{Lu}/u.test(before + character)) return odd;
    return /[\u0100-\u017f]/.test(before + character) ? 0.5 : rare;
  }
  return western.has(character) ? 2 : 1;
}

function cyrillicScore(character: string, before: string): number {
  if (!/[а-яёіїєґў]/iu.test(character)) return odd;
  if (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(character)) return odd;
  const isInWord = /[\u0400-\u04ff]/.test(before);
  if (/[a-z]/i.test(before)) return odd;
  const isFrequent = /[оеаинтсрвлкмдпуыя]/i.test(character);
  // A word in capitals in one encoding of Russian has small letters in the other, but less frequent ones.
  if (/\p{Lu}/u.test(character)) return isInWord ? (isFrequent ? 2 : 0.5) : 1.5;
  return isFrequent ? 2.2 : 1;
}
