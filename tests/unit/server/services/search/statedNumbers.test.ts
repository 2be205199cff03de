import { describe, expect, it } from 'vitest';
import { AnswerChecker } from '#server/services/search/citations/answerChecker.ts';
import { formsIn } from '#server/services/search/citations/facts.ts';

/** Returns the sentences that are marked in an answer from one source. */
function marksIn(sentences: readonly string[], source: string, question = ''): string[] {
  const checker = new AnswerChecker(new Map([[1, formsIn(source)]]), {
    byNumber: new Map([[1, source]]),
    question,
  });
  return sentences.filter((sentence) => !checker.check(sentence).isSupported);
}

const isMarked = (sentence: string, source: string) => marksIn([sentence], source).length > 0;

describe('a sentence of AI search', () => {
  it.each([
    // Words.
    ['It has 21 rooms [1].', 'It has twenty-one rooms.'],
    ['It has twenty-one rooms [1].', 'It has 21 rooms.'],
    ['It seats two hundred and five guests [1].', 'Capacity: 205'],
    ['It has 1 tower [1].', 'It has one tower.'],
    ['Es hat einundzwanzig Zimmer [1].', 'It has 21 rooms.'],
    ['Es sind 350 Plätze [1].', 'Es gibt dreihundertfünfzig Plätze.'],
    ['Il y a 97 marches [1].', 'Il y a quatre-vingt-dix-sept marches.'],
    ['Il y a vingt et un ponts [1].', 'There are 21 bridges.'],
    ['Có 24 phòng [1].', 'Có hai mươi bốn phòng.'],
    ['방이 12 개 있다 [1].', '방이 열두 개 있다.'],
    ['它有二十一个房间 [1]。', 'It has 21 rooms.'],
    ['部屋は3つある [1]。', '部屋は三つある。'],
    ['Two million people came [1].', 'In all 2,000,000 came.'],
    ['It grew by half, 50 % [1].', 'It grew from 100 to 150, that is 50 percent.'],
    ['It has 3,500 seats [1].', 'It has three thousand five hundred seats.'],
    ['It has thirty-three thousand and one seats [1].', 'It has 33,001 seats.'],
    ['1,200 people came [1].', 'Twelve hundred people came.'],
    ['Es hat 3500 Plätze [1].', 'Es hat dreitausendfünfhundert Plätze.'],
    ['Il y a 2 500 places [1].', 'Il y a deux mille cinq cents places.'],
    ['Có 305 phòng [1].', 'Có ba trăm linh năm phòng.'],
    ['방이 120 개 있다 [1].', '방이 백이십 개 있다.'],
    ['人口3.5万 [1]。', '人口三万五千人。'],
    ['It is of the 19th century [1].', 'Built in the nineteenth century.'],
    ['3/4 of it is water [1].', 'Three quarters of it is water.'],
    ['It opens at 3:30 p.m. [1].', 'Open from 15:30'],
    ['In 2019 it had 100 rooms [1].', 'Rooms: 2019 100, 2020 150.'],
    ['It grew from 100 to 150, an increase of 50 % [1].', 'It grew from 100 to 150.'],
    // Units.
    ['It is 0.5 km long [1].', 'It is 500 m long.'],
    ['It is 412 metres long [1].', 'Length (m) | 412'],
    ['Es ist 412 m lang [1].', '长度为412米。'],
    ['It takes 90 minutes [1].', 'It takes 1.5 hours.'],
    ['It costs $5 [1].', 'The price is 5 US dollars.'],
    ['It cost €5m [1].', 'The cost was 5 million euros.'],
    ['It lasts 2 years [1].', 'It lasts 24 months.'],
    ['It is 5 km to the port [1].', 'The port is 5–10 km away.'],
    ['Between 5 and 10 % agree [1].', 'From 5 % to 10 % agree.'],
    ['It drives 80 km/h [1].', '时速80公里/小时'],
    // Signs.
    ['It was −5 °C [1].', 'It was minus 5 degrees Celsius.'],
    ['It fell by 5 % [1].', 'The change was -5 %.'],
    ['Le prix a baissé de 5 % [1].', 'Preis: −5 Prozent'],
    ['It was five degrees below zero [1].', 'Temperature: -5'],
    ['From 5-7 people came [1].', 'Between 5 and 7 people came.'],
    ['Sales rose by 5 % [1].', 'Sales: a 5 % increase.'],
    ['Sales rose by 5 % [1].', 'Sales growth: 5 %'],
    ['It fell by 5 % [1].', 'Es ist um 5 % gesunken.'],
    // Quotations.
    ['They call it ‘a bridge of dreams’ [1].', 'It is a bridge of dreams.'],
    ["Don't say 'a bridge of dreams' [1].", 'It is a bridge of dreams.'],
    ['They say “it [the bridge] is old” [1].', 'They say that it is old.'],
    ['They call it “a bridge of dreams” [1].', 'It is a bridge of dreams, they say.'],
    ['Man nennt sie „eine Brücke der Träume“ [1].', 'Sie ist eine Brücke der Träume.'],
    ['They call it "a bridge … of dreams" [1].', 'It is a bridge made of dreams.'],
    ['他们说「一座梦想之桥」 [1]。', '这是一座梦想之桥。'],
    ['It is called "old" [1].', 'It is new.'],
  ])('is supported: %s', (sentence, source) => {
    expect(isMarked(sentence, source)).toBe(false);
  });

  it.each([
    ['It has twenty-two rooms [1].', 'It has 21 rooms.'],
    ['Es hat zweiundzwanzig Zimmer [1].', 'Es hat 21 Zimmer.'],
    ['Il y a quatre-vingt-dix marches [1].', 'Il y a 97 marches.'],
    ['It is 412 km long [1].', 'It is 412 metres long.'],
    ['It is 412 feet long [1].', 'It is 412 m long.'],
    ['它长412公里 [1]。', '它长412米。'],
    ['It takes 5 hours [1].', 'It takes 5 minutes.'],
    ['It costs €5 [1].', 'It costs $5.'],
    ['It was 5 °C [1].', 'It was -5 °C.'],
    ['It was −5 °C [1].', 'It was 5 °C.'],
    ['It was 5 °F [1].', 'It was 5 °C.'],
    ['5 % agree [1].', '5 people agree.'],
    ['5 people agree [1].', '5 % agree.'],
    ['5 ‰ agree [1].', '5 % agree.'],
    ['They call it “a road of dreams” [1].', 'It is a bridge of dreams.'],
    ['On l’appelle « un pont de verre » [1].', 'C’est un pont de rêves.'],
    ['他们说「一座木头之桥」 [1]。', '这是一座梦想之桥。'],
    ['They call it ‘a road of dreams’ [1].', 'It is a bridge of dreams.'],
    ["They call it 'a road of dreams' [1].", 'It is a bridge of dreams.'],
    ['Es hat dreitausend Plätze [1].', 'Es hat 5000 Plätze.'],
    ['Nó có ba trăm phòng [1].', 'Nó có 500 phòng.'],
    ['방이 백이십 개 있다 [1].', '방이 50 개 있다.'],
    ['Sales rose by 5 % [1].', 'Sales fell by 5 %.'],
    ['Sales fell by 5 % [1].', 'Sales rose by 5 %.'],
    ['Der Umsatz ist um 5 % gestiegen [1].', 'Der Umsatz ist um 5 % gesunken.'],
    ['It weighs 5 pounds [1].', 'It weighs 5 kg.'],
    ['It costs ¥5 [1].', 'It costs €5.'],
  ])('is marked: %s', (sentence, source) => {
    expect(isMarked(sentence, source)).toBe(true);
  });

  it.each([
    '## 3. The 7 longest bridges\n',
    '**Step 4: Open the door** [1]\n',
    'Step 3: Open the door [1].',
    '3) Open the door [1].',
    '- **4.** Open the door [1].',
    '**5. Door:** open it [1].',
    'Schritt 3: Öffne die Tür [1].',
    'Étape 3 : ouvrez la porte [1].',
    'Bước 3: Mở cửa [1].',
    '3단계: 문을 연다 [1].',
    'ステップ3：ドアを開ける [1]。',
    '第三步：打开门 [1]。',
    '③ Open the door [1].',
    '#1 The Velmar Bridge [1]',
    '1st: the Velmar Bridge [1]',
    'Platz 2: die Brücke [1]',
    '| 3 | Velmar Bridge | old [1] |\n',
    '| **#4** | Velmar Bridge | old [1] |\n',
    'Repeat steps 2 and 3, then open the door [1].',
    'It (1) opens and (2) closes the door [1].',
    'There are three ways to open it:',
    '开门有3个方法：',
    '**Top 5 bridges**\n',
    '**Day 2: Open the door** [1]',
    'Rule #3: open the door [1].',
    'Tag 3 – die Tür [1]',
    'Chapitre 2 : la porte [1]',
    '1日目：ドアを開ける [1]',
    '방법 2: 문을 연다 [1]',
    'These are the 3 best doors.',
    '以下の5つです。',
  ])('numbers its own parts without a mark: %j', (sentence) => {
    expect(isMarked(sentence, 'Open the door of the old bridge.')).toBe(false);
  });

  it('may compute differences, sums and changes of numbers that it cites', () => {
    const source = 'Velmar Bridge: 412 m, opened in 1987. Harrow Bridge: 300 m, opened in 1931.';
    expect(
      marksIn(
        [
          'The Velmar Bridge measures 412 m, the Harrow Bridge 300 m [1]. ',
          'So it is 112 m longer [1]. ',
          'Together they measure 712 m. ',
          'It is 37 % longer. ',
          'It opened 56 years later, in 1987 instead of 1931 [1]. ',
          'Sie ist also 0,112 km länger. ',
          '它长112米。',
        ],
        source,
      ),
    ).toEqual([]);
    expect(
      marksIn(
        [
          '| Bridge | m | Difference |\n',
          '|---|---|---|\n',
          '| Velmar, Harrow | 412, 300 | 112 [1] |\n',
        ],
        source,
      ),
    ).toEqual([]);
    const wrong = ['It is 113 m longer than 300 m [1]. ', 'It has 112 lamps. '];
    expect(marksIn(['They measure 412 m and 300 m [1]. ', ...wrong], source)).toEqual(wrong);
  });

  it('may repeat a quotation of the question', () => {
    const sentence = 'Nothing is said of "a road of dreams" [1].';
    expect(marksIn([sentence], 'A bridge.', 'What is “a road of dreams”?')).toEqual([]);
  });
});
