import { plainText } from '#markdown/plainText.ts';
import { copiedHtml } from '#markdown/copiedHtml.ts';

/** Browsers break off utterances that take long. */
const charactersAtMost = 240;

/** Parts that nobody wants to hear: code, the hosts of links, numbers of footnotes. */
const unspoken = /<figure.*?<\/figure>|<bdi>.*?<\/bdi>|<sup>\d+<\/sup>|<section>.*?<\/section>/gs;

/** Returns an answer as sentences for reading aloud, without its code and the characters of Markdown. */
export function spokenSentences(markdown: string): string[] {
  const html = copiedHtml(markdown, '').replaceAll(unspoken, '');
  return html
    .split(/<\/(?:p|li|h\d|td|th|summary)>|<br>|\n{2,}/)
    .map((part) => plainText(part.replaceAll(/<[^>]*>/g, '')).replaceAll(/\s+/g, ' '))
    .flatMap(shortSentences)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** Splits a text at the ends of its sentences, and long sentences at spaces. */
function shortSentences(text: string): string[] {
  const sentences = text.trim().split(/(?<=[.!?…]["')\]]*)\s+|(?<=[。！？])/);
  return sentences.flatMap((sentence) =>
    sentence.length <= charactersAtMost
      ? [sentence]
      : (sentence.match(/.{1,240}(?:\s|$)|.{1,240}/gs) ?? []).map((piece) => piece.trim()),
  );
}
