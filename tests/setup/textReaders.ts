import { decodeText } from '#server/services/files/reading/decodeText.ts';
import { textOfMessage } from '#server/services/conversations/import/chatGptText.ts';
import { LeftOut } from '#server/services/conversations/import/leftOut.ts';
import { escapeInline } from '#server/services/conversations/export/answerParts.ts';
import { excerptOf } from '#server/services/conversations/search/excerpt.ts';
import { lexemesOf, parseQuery } from '#server/services/conversations/search/lexemes.ts';
import { readMarkup } from '#server/services/gpts/linked/readMarkup.ts';
import { factsIn, formsIn } from '#server/services/search/citations/facts.ts';
import { quotationsIn } from '#server/services/search/citations/quotations.ts';
import { sentencesOf } from '#server/services/search/citations/sentences.ts';
import { SentenceStream } from '#server/services/search/citations/sentenceStream.ts';
import { splitPassages } from '#server/services/search/passages/splitPassages.ts';
import { plainMarkdown } from '#server/services/search/plainMarkdown.ts';
import { tokensOf } from '#server/services/gpts/search/tokens.ts';
import { markdownToHtml } from '#markdown/markdownToHtml.ts';
import { sentencesOf as sentencesInSpeech } from '#islands/chat/message/sentences.ts';
import { plainText } from '#markdown/plainText.ts';
import { completeBlock } from '#markdown/completeBlock.ts';
import { readMarkdown } from '#markdown/readMarkdown.ts';
import { fitTitle, titleOf } from '#domain/chat/conversationTitle.ts';
import { foldText } from '#domain/texts/foldText.ts';
import { clip } from '#domain/texts/text.ts';
import { linkDefinitions, linksOf } from '#markdown/linkDefinitions.ts';
import { shownText } from '#markdown/shownText.ts';
import { rewriteProse } from '#markdown/rewriteProse.ts';
import { BlockSplitter, allBlocks } from '#markdown/splitBlocks.ts';
import { shareWords } from '../fixtures/shareWords.ts';
import { checkSentence } from './checkSentence.ts';

const sources = new Map([[1, new Set(['any:1', 'bare:1'])]]);

/** As the chat shows an answer, without React. */
function readAnswer(text: string): void {
  const { blocks, definitions: lines } = new BlockSplitter().split(text);
  const definitions = linkDefinitions(lines);
  for (const block of allBlocks(blocks)) {
    if (block.kind === 'code' || block.kind === 'details') continue;
    readMarkdown(block.source, linksOf(block.source, definitions));
  }
}

function streamSentences(text: string): void {
  const stream = new SentenceStream();
  for (let at = 0; at < text.length; at += 20) stream.add(text.slice(at, at + 20));
  stream.end();
}

function importMessage(role: string, text: string): void {
  textOfMessage(
    { author: { role }, content: { content_type: 'text', parts: [text] } },
    { results: new Map(), leftOut: new LeftOut() },
  );
}

/** Every function that parses a long text of a stranger, by the kind of text. */
export const textReaders: Readonly<Record<string, (text: string) => unknown>> = {
  'a block of an answer': (text) => readMarkdown(text),
  'the last block of an answer that is being written': completeBlock,
  'an answer in the chat': readAnswer,
  'character references of an answer': plainText,
  'an answer that is searched': (text) =>
    shownText(text, { image: String, ownHost: '', isCited: false }),
  'an answer in speech': sentencesInSpeech,
  'an answer on a shared page': (text) => markdownToHtml(text, shareWords),
  'a post for AI search': plainMarkdown,
  'the sentences of an answer of AI search': sentencesOf,
  'a stream of sentences': streamSentences,
  'the prose of an answer': (text) => rewriteProse(text, (prose) => prose),
  'a sentence with citations': (text) => checkSentence(text, sources),
  'the facts of a sentence': factsIn,
  'the facts of a source': formsIn,
  'the quotations of a sentence': quotationsIn,
  'the passages of a page': splitPassages,
  'the title of a question': titleOf,
  'a title that is imported': fitTitle,
  'a line for a page': (text) => clip(text, 200),
  'a message that is imported': (text) => importMessage('user', text),
  'an answer that is imported': (text) => importMessage('assistant', text),
  'a title in Markdown': escapeInline,
  'a text file': (text) => decodeText(new TextEncoder().encode(text)),
  'a message that is found': (text) => excerptOf(text, parseQuery('chatgpt')),
  'the words of a message': (text) => lexemesOf('user', text),
  'a query of the own conversations': parseQuery,
  'a query of GPTs': (text) => tokensOf(text, 100),
  'a folded text': foldText,
  'the markup of a page elsewhere': readMarkup,
};

/** Pieces of text whose repetition makes simple expressions slow. */
const pieces = [
  ['www.a.(', 'www.a.', 'http://a.b/(', 'https://a)', 'mailto:a@b.c ', 'a@b.', 'a@', 'www.a;'],
  [
    '[',
    '[a](',
    '![a](',
    '[[]',
    '[a][b]',
    '[a]: b\n',
    '[a]: b "',
    '[^a]',
    '[^a]: b\n',
    ']( ',
    '[1] ',
  ],
  ['*a ', '**a', '_a ', '***', '_*a', '*_', '~~a ', 'a_b_', '**a*b', '\\*a*', '*[', '**`'],
  [
    '`',
    '``a`',
    '[`',
    '```\n',
    '``` \na\n',
    '~~~\n',
    '```a\n~~~\n',
    '\\[',
    '\\(',
    '$a',
    '$$a',
    '\\$ $',
  ],
  [
    '> ',
    '> a\n',
    '- ',
    '- a\n',
    '  - a\n',
    '- a\n  b\n',
    '- a\n\n  b\n',
    '1. a\n',
    '> a\n- b\n',
    '+ a\n- b\n',
  ],
  ['a\n', 'a\n\n', '---\n', '===\n', '# a\n', '    a\n', '|', '|a', 'a|\n', '|a|b|\n|-|-|\n', '|-'],
  [
    '<',
    '<a ',
    '<a@',
    '<br',
    '<sub>',
    '<sub>a</sub>',
    '<sub>a<kbd>',
    '<details>\n',
    '<details><summary>a</summary>\n',
    '<details><summary>a</summary></details>',
    '</details>',
    '<!--',
    '<meta content="',
    '<script type="application/json">',
    '&amp;',
    '&#1;',
    '&',
  ],
  [
    ' ',
    '\n',
    '\n \n',
    '\t',
    '\u00a0',
    '  \n',
    'a  ',
    '  |',
    'a. ',
    'A. b',
    'Dr. ',
    '1. ',
    '. [1]',
    '[[. ',
  ],
  [
    'x',
    'é',
    '\u0301',
    'a\u0301',
    'a-',
    'aB',
    'a1',
    "a'",
    '一',
    '中',
    '1',
    '1,',
    '1.000 ',
    '12 ',
    '1/1/',
    '【1',
    '1 May ',
  ],
].flat();

/** Further pieces, which no HTML of answers is compared by. */
const furtherPieces = [
  ['“', '„a', '「', '"a ', 'twenty ', 'two hundred and ', '二', 'hai mươi ', '-', '5 km '],
  [
    '\ue200',
    '\ue200a\ue202',
    '\ue201',
    '\ue200a\ue201',
    '【1†',
    '\ue200a\ue202["',
    '= [1]',
    'a<b>',
  ],
].flat();

/** Texts of about `length` characters, by the pieces that they repeat. */
export function hardTexts(length: number, more = false): Map<string, string> {
  const repeatedPieces = more ? [...pieces, ...furtherPieces] : pieces;
  const texts = repeatedPieces.flatMap((piece): [string, string][] => {
    const repeated = piece.repeat(Math.ceil(length / piece.length));
    return [
      [JSON.stringify(piece), repeated],
      [`a ${JSON.stringify(piece)}`, `a ${repeated}`],
    ];
  });
  const many = Math.ceil(length / 20);
  const numbered = (line: (index: number) => string) =>
    Array.from({ length: many }, (_, index) => line(index)).join('\n\n');
  const wide = Math.ceil(length / 6);
  return new Map([
    ...texts,
    ['definitions and their use', numbered((index) => `[a${index}]: b\n\n[a${index}]`)],
    ['footnotes and their use', numbered((index) => `[^a${index}]: b\n\n[^a${index}]`)],
    [
      'a long footnote with parts',
      `[^a]: ${'b'.repeat(length / 2)}${'\n\n    c'.repeat(length / 12)}`,
    ],
    ['a wide table', `${'|a'.repeat(wide)}|\n${'|-'.repeat(wide)}|${'\n|'.repeat(wide)}`],
    ['words of a formula without an end', `$$${'\\text{a}'.repeat(length / 8)}`],
    ['blanks before a sign', `a${' '.repeat(length)}b|`],
  ]);
}
