/** Nouns by which an answer numbers its own parts. */
const steps = 'steps?|schritte?n?|étapes?|bước|步骤|步驟|ステップ|手順|단계';
const labels = `${steps}|parts?|phases?|options?|methods?|ways?|tips?|rules?|reasons?|points?|rank|place|no\\.|nr\\.|number|n[º°]|#|teil|methode|tipp|regel|grund|punkt|platz|rang|partie|méthode|conseil|règle|raison|phần|cách|mẹo|hạng|方法|第|top`;

/** Further nouns, whose number is the answer's own only where it ends like the number of an item, such as `Day 1:`. */
const itemLabels = `day|week|month|level|stage|chapter|module|lesson|section|exercise|question|q|example|case|idea|trick|tag|woche|monat|stufe|kapitel|modul|lektion|abschnitt|übung|frage|beispiel|idee|jour|semaine|mois|niveau|chapitre|leçon|exercice|exemple|idée|ngày|tuần|tháng|cấp|chương|bài|câu hỏi|ví dụ|ý tưởng|방법|규칙|팁|이유|옵션|예|예시|질문|例|問題|问题|問`;

/** Marks that may precede the first word of a line or cell. */
const lineStart = '(^|\\n|\\|)([ \\t>*_~-]{0,10})';

const patterns: readonly RegExp[] = [
  // Headings, and the numbers of items.
  /^[ \t>]*#{1,6}[ \t][^\n]*/gm,
  new RegExp(`${lineStart}[(（]?\\d{1,3}[.)）](?=[\\s*_]|$)`, 'giu'),
  // Places in the first column of a table.
  /^[ \t]*\|[ \t*_#]*\d{1,3}(?:st|nd|rd|th|\.|er|e|位|위)?[ \t*_]*(?=\|)/gimu,
  // “Step 3”, “#1”, “第三步”, at the start of a line or cell.
  new RegExp(
    `${lineStart}(?:${labels})\\s?(?:\\d{1,3}|[一二三四五六七八九十]{1,3})(?:st|nd|rd|th|er|e|步|个|個|名|位|点|點|章|つ|목|위)?(?=[\\s:：.)）、，,*_|–—-]|$)`,
    'giu',
  ),
  new RegExp(
    `${lineStart}(?:${itemLabels}|${labels})\\s?(?:#|no\\.\\s?|nr\\.\\s?)?\\d{1,3}(?=[*_]{0,2}\\s?(?:[:：)）–—-]|\\.\\s)|[*_]{2})`,
    'giu',
  ),
  new RegExp(
    `${lineStart}第?(?:\\d{1,3}|[一二三四五六七八九十]{1,3})(?:天|日目|日|周|週|週目|월차|일차|주차|번째|번|課|课|节|節|部分)(?=[*_]{0,2}\\s?[:：)）–—-])`,
    'giu',
  ),
  new RegExp(
    `${lineStart}\\d{1,3}(?:단계|위|位|st|nd|rd|th|er|ère|e)(?=[\\s:：.)*_|–—-]|$)`,
    'giu',
  ),
  // References to own steps, and an enumeration within a sentence.
  new RegExp(
    `(?<!\\p{L})(?:${steps})\\s?\\d{1,2}(?:\\s?(?:,|and|und|et|to|bis|à|và|–|-|和|と)\\s?\\d{1,2}){0,5}`,
    'giu',
  ),
  /(?<=^|\s)[(（]\d{1,2}[)）]/g,
];

/** “Here are three ways:” says how many items follow. */
const announced =
  /(?:\d{1,2}|\p{L}{2,12})\s(?:\p{L}+\s){0,2}(?:reasons|ways|steps|points|things|options|methods|tips|examples|factors|types|parts|differences|gründe|schritte|punkte|möglichkeiten|tipps|beispiele|faktoren|arten|teile|unterschiede|raisons|façons|étapes|points|choses|méthodes|conseils|exemples|différences)(?!\p{L})[^.!?\n]{0,80}:\s*$|[\d一二三四五六七八九十两]{1,2}(?:个|個|种|種|点|點|步|つの)[^。！？\n]{0,40}[:：]\s*$|(?<!\p{L})(?:here are|these are|hier sind|dies sind|voici|đây là)\s(?:\p{L}+\s){0,2}(?:\d{1,2}|\p{L}{2,12})(?=\s)|(?:以下の?|下面|如下|다음)\s?(?:是|有)?\s?(?:\d{1,2}|[一二三四五六七八九十两])(?=\s?(?:つ|点|點|个|個|种|種|가지|개))/iu;

/**
 * Removes the numbers by which an answer orders its own parts: headings, items, steps, places in a list. Sources do not
 * have them.
 */
export function withoutOwnNumbers(sentence: string): string {
  // Circled digits become digits with a bracket, before Unicode normalisation makes them plain digits.
  const plain = sentence
    .replace(/[①-⑳⑴-⑽]|\d️?⃣/gu, ' ')
    .replace(/[０-９（）：＃]/g, (one) => one.normalize('NFKC'));
  return patterns.reduce(
    (text, pattern) => text.replace(pattern, (_, start?: unknown) => (start === '|' ? '| ' : ' ')),
    announced.test(plain) ? plain.replace(announced, ' ') : plain,
  );
}
