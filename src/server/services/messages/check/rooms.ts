import type { Language } from '#domain/languages.ts';
import type { Finding, Texts } from '#server/services/messages/check/finding.ts';
import { textWidth } from '#server/services/messages/check/textWidth.ts';

type Room = {
  /** Keys by `area.key`. */
  keys: RegExp;
  /** Of the text’s own size, in em. */
  em: number;
  /** `line`: the whole text stands on one line; `word`: it may break between words. */
  of: 'line' | 'word';
  place: string;
};

/**
 * What the layouts have room for on a phone of 360 px, measured in a browser: a text grew until it broke a line, was cut
 * or widened the page. Of several places of a text the narrowest counts; the first entry that names a key holds.
 */
const rooms: readonly Room[] = [
  { keys: /^site\.sign$/, em: 9, of: 'line', place: 'the button in the bar' },
  { keys: /^site\.menu\./, em: 9, of: 'line', place: 'the bar from 768 px on' },
  { keys: /^site\.footer\.(?!note)/, em: 22, of: 'line', place: 'a link of the footer' },
  {
    keys: /^site\.(saved|account|theme\.dark)$/,
    em: 14,
    of: 'line',
    place: 'an entry of the drawer',
  },
  {
    keys: /^home\.order\.(new|popular|rating|recommended|name)$/,
    em: 20,
    of: 'line',
    place: 'an order of a list',
  },
  { keys: /^ranking\.range\./, em: 9, of: 'line', place: 'a tab of the rankings' },
  {
    keys: /^ranking\.column\.trend$/,
    em: 4.7,
    of: 'line',
    place: 'a narrow column of the ranking',
  },
  { keys: /^ranking\.column\.first$/, em: 13, of: 'line', place: 'a wide column of the ranking' },
  { keys: /^ranking\.column\./, em: 6.7, of: 'line', place: 'a column of the ranking' },
  { keys: /^ranking\.(row\.new|show)$/, em: 6, of: 'line', place: 'a mark or button in a ranking' },
  {
    keys: /^pricing\.models\.(model|credits)$/,
    em: 13,
    of: 'line',
    place: 'a column of the prices',
  },
  { keys: /^gpt\.useNow$/, em: 6.4, of: 'line', place: 'the large button beside Save' },
  { keys: /^gpt\.saving\./, em: 6, of: 'line', place: 'the button beside Use now' },
  {
    keys: /^gpt\.(chats|growth|growthRate|rank|rating|reviews|author|builder|tags|model|created|updated|source|license|original|capabilities|imported(Rating|Reviews))$/,
    em: 6.7,
    of: 'word',
    place: 'the narrow column of names beside the facts',
  },
  { keys: /^share\.facts\.(discount|online|review|end)$/, em: 10.9, of: 'line', place: 'a fact' },
  { keys: /^results\.(filter|any)\./, em: 10.9, of: 'line', place: 'a field of the filters' },
  { keys: /^categories\./, em: 12, of: 'line', place: 'a chip, or a card beside its figures' },
  { keys: /^blog\.topics\./, em: 12, of: 'line', place: 'a chip' },
  { keys: /^saved\.list\./, em: 9, of: 'line', place: 'one of two tabs' },
  { keys: /^shelves\.kind\./, em: 9, of: 'line', place: 'the line above a title' },
  { keys: /^chat\.group\./, em: 9, of: 'line', place: 'the sidebar of the chat' },
  {
    keys: /^chat\.sidebar\.(?!.*Tip|no|load|label|open|close)/,
    em: 10.5,
    of: 'line',
    place: 'the sidebar of the chat',
  },
  {
    keys: /^chat\.composer\.(send|stop|stopping)$/,
    em: 7,
    of: 'line',
    place: 'the button beside the price',
  },
  {
    keys: /^chat\.(copy|retry|sendAgain|editLost|newChat)$/,
    em: 9,
    of: 'line',
    place: 'a small button',
  },
  {
    keys: /^account\.(gift|saved|signOut|credits)$/,
    em: 12,
    of: 'line',
    place: 'an entry of the menu',
  },
  {
    keys: /^login\.(getCode|again|sending)$/,
    em: 16.2,
    of: 'line',
    place: 'the button for a code',
  },
  {
    keys: /^(login\.(signIn|signingIn|goOn)|account\.signIn)$/,
    em: 14.9,
    of: 'line',
    place: 'a button in a dialog',
  },
  {
    keys: /^redeem\.(confirm|confirming|useNow|again)$/,
    em: 14.9,
    of: 'line',
    place: 'a button in a dialog',
  },
  { keys: /^pricing\.gift\.button$/, em: 15.5, of: 'line', place: 'a button in a box' },
  {
    keys: /^(home|saved|chat\.gpts|reviews\.list)\.more(\.load)?$/,
    em: 18,
    of: 'line',
    place: 'a button',
  },
  {
    keys: /^(home\.search\.go|home\.search\.filters|results\.(apply|clear|filters))$/,
    em: 10,
    of: 'line',
    place: 'a button of the search',
  },
  {
    keys: /^reviews\.own\.(save|saving|cancel|edit|delete|keep)$/,
    em: 10,
    of: 'line',
    place: 'one of two buttons',
  },
  { keys: /^reviews\.(open|report\.send|report\.sending)$/, em: 18, of: 'line', place: 'a button' },
  { keys: /^[^.]+\.heading(\..+)?$/, em: 14.3, of: 'word', place: 'a heading' },
];

/** All entries of the bar share its width at 768 px, with the button of who is not signed in. */
const bar = { keys: /^site\.(menu\..+|sign)$/, em: 35.5 };

/** Texts that are longer than the design has room for. */
export function findLong(language: Language, texts: Texts): Finding[] {
  const long = [...texts].flatMap(([message, text]): Finding[] => {
    const room = rooms.find(({ keys }) => keys.test(message));
    if (room === undefined) return [];
    const width = widthIn(room, text);
    if (width <= room.em) return [];
    const problem = `is ${width} em long, and ${room.place} has room for ${room.em}: ${text}`;
    return [{ kind: 'long', language, message, problem }];
  });
  const entries = [...texts].filter(([message]) => bar.keys.test(message));
  const sum = Math.round(entries.reduce((total, [, text]) => total + textWidth(text), 0));
  if (sum > bar.em) {
    const problem = `are ${sum} em long together, and the bar has room for ${bar.em}`;
    long.push({ kind: 'long', language, message: 'site.menu and site.sign', problem });
  }
  return long;
}

/** The width of a text, or of its longest word; full-width characters break anywhere. */
function widthIn({ of }: Room, text: string): number {
  if (of === 'line') return textWidth(text);
  const words = text.split(/[\s·-]+|(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])/u);
  return Math.max(...words.map(textWidth));
}
