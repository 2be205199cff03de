import { describe, expect, it } from 'vitest';
import { foldText } from '#domain/texts/foldText.ts';
import { Random } from '../../../setup/random.ts';

describe('folding', () => {
  it.each([
    ['Über Straße', 'uber strasse'],
    ['Đà Nẵng', 'da nang'],
    ['İIıi', 'iiii'],
    ['Ｆｕｌｌ　ｗｉｄｔｈ', 'full width'],
    ['𝐁𝐨𝐥𝐝 𝓢𝓬𝓻𝓲𝓹𝓽 ⓒ', 'bold script c'],
    ['Łódź Ørsted Æther Œuvre Þór', 'lodz orsted aether oeuvre thor'],
    ['Ёлка Йод', 'елка иод'],
    ['ΟΔΥΣΣΕΎΣ', 'οδυσσευσ'],
    ['אָלֶף', 'אלף'],
    ['أَحْمَدُ مـحـمـد', 'احمد محمد'],
    ['ｶﾞｷﾞ が', 'ガギ が'],
    ['한국어', '한국어'],
    ['हिन्दी हिंदी', 'हिंदी हिंदी'],
    ['गङ्गा पञ्चायत घण्टा सम्बन्ध', 'गंगा पंचायत घंटा संबंध'],
    ['चाँद ज़रूर जन्म', 'चांद जरूर जन्म'],
    ['ગુજરાતી સમ્બન્ધ, తెలుగు సమ్బంధం', 'ગુજરાતી સંબંધ, తెలుగు సంబంధం'],
    ['a\u200bb\u00adc\ufeffd\u200fe', 'abcde'],
    ['Name™ 1️⃣ ❤️', 'name 1 ❤'],
    ['', ''],
  ])('makes %s %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
    expect(foldText(text.normalize('NFD'))).toBe(folded);
  });

  it('changes nothing the second time', () => {
    const random = new Random(3);
    const ranges = [0xff, 0x24f, 0x5ff, 0x6ff, 0x1fff, 0xffff, 0x1ffff] as const;
    for (let time = 0; time < 3_000; time += 1) {
      const points = Array.from({ length: random.whole(1, 6) }, () =>
        random.whole(0, random.oneOf(ranges)),
      );
      const text = String.fromCodePoint(...points).toWellFormed();
      const folded = foldText(text);
      expect(foldText(folded), JSON.stringify(text)).toBe(folded);
      expect(foldText(text.normalize('NFKD')), JSON.stringify(text)).toBe(folded);
    }
  });
});
