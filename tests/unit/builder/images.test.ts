import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { gptImage, pageImage, postImage, rankingImage } from '#catalog/site/openGraph.ts';
import type { ImageContent } from '#domain/site/pageImage.ts';
import { markOf } from '#domain/gpts/mark.ts';
import { contentMarks } from '#domain/texts/text.ts';
import { drawImage } from '#builder/images/drawImage.ts';
import { colours, markColours } from '#builder/images/parts.ts';
import { nastyGpts } from '../../fixtures/nastyGpts.ts';

const largest = 60_000;

function gpt(name: string, lang: string | null = 'en'): ImageContent {
  const marks = contentMarks(lang);
  const mark = markOf({ id: 'some', name: '', categories: [], tags: [] });
  return gptImage({ mark, name, marks, author: null, category: null, chats: 0 }).content;
}

async function digestOf(content: ImageContent, draw = drawImage): Promise<string> {
  return createHash('sha256')
    .update(await draw(content))
    .digest('hex');
}

describe('the pictures', () => {
  it('are small PNG files of the size that social networks request, for any GPT', async () => {
    const others = [
      pageImage('ja').content,
      postImage('vi', 'Chọn mô hình', null, '2026-03-04').content,
      rankingImage('ko', '주간 순위', null, [{ name: '🔥', marks: contentMarks(null) }]).content,
    ];
    const gpts = nastyGpts.map((nasty) => {
      const { name, author, lang, chats } = nasty;
      const marks = contentMarks(lang);
      return gptImage({ mark: markOf(nasty), name, marks, author, category: 'r-d', chats }).content;
    });
    for (const content of [...gpts, ...others]) {
      const picture = await drawImage(content);
      const { format, width, height } = await sharp(picture).metadata();
      expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 });
      expect(picture.length).toBeLessThan(largest);
    }
  });

  it('leave out characters that no font has', async () => {
    const plain = await digestOf(gpt('Write for me'));
    expect(await digestOf(gpt('Write ⚡for me❤️‍🔥 👩‍👩‍👧‍👦🇪🇺'))).toBe(plain);
    expect(await digestOf(gpt('𝐖𝐫𝐢𝐭𝐞 \u202efor\u2066 \u200bme\ufeff'))).toBe(plain);
  });

  it.each([
    ['Story (🔥) Coach', 'Story Coach'],
    ['Cook 🍳, eat', 'Cook, eat'],
    ['AI | 🤖', 'AI'],
    ['🎨 - Art - 🎨 - x', 'Art - x'],
    ['“🎨” Art【🤖】', 'Art'],
    ['Chef👨‍🍳Bot', 'Chef Bot'],
    ['(🔥 hot)', '(hot)'],
    ['👩🏽‍🍳 Kitchen 🇫🇷 Coach 1️⃣!', 'Kitchen Coach!'],
  ])('leave no gap in %s', async (name, drawn) => {
    expect(await digestOf(gpt(name))).toBe(await digestOf(gpt(drawn)));
  });

  it.each(['မြန်မာ စာရေးသူ', 'ខ្មែរ 1.0', 'বাংলা', 'සිංහල AI', '🚀'])(
    'show the category instead of %s, never the id',
    async (name) => {
      const marks = contentMarks('en');
      const picture = (id: string, text: string, category: string | null) => {
        const mark = { ...markOf({ id: 'some', name: '', categories: [], tags: [] }), id };
        const own = { mark, name: text, marks, author: null, category, chats: 0 };
        return digestOf(gptImage(own).content);
      };
      const plain = await picture('some', 'Writing', null);
      expect(await picture('some', name, 'writing')).toBe(plain);
      expect(await picture('some', name, null)).not.toBe(await picture('some', 'some', null));
    },
  );

  it('join Arabic letters and begin at the right edge for names in Arabic', async () => {
    const joined = await drawImage(gpt('سلام', 'ar'));
    const apart = await drawImage(gpt('س\u200cل\u200cا\u200cم', 'ar'));
    expect(joined).not.toEqual(apart);
    const isPlain = async (picture: Buffer, left: number) => {
      const region = { left, top: 220, width: 120, height: 120 };
      const { channels } = await sharp(await sharp(picture).extract(region).toBuffer()).stats();
      return channels.every(({ stdev }) => stdev < 1);
    };
    expect(await isPlain(joined, 72)).toBe(true);
    expect(await isPlain(joined, 1008)).toBe(false);
    expect(await isPlain(await drawImage(gpt('peace')), 1008)).toBe(true);
  });

  it('draw Chinese characters in the form of the text’s language', async () => {
    const languages = ['zh-Hans', 'zh-Hant', 'ja', 'ko'];
    const pictures = await Promise.all(languages.map((lang) => drawImage(gpt('骨直', lang))));
    const distinct = new Set(pictures.map((picture) => picture.toString('base64')));
    expect(distinct.size).toBeGreaterThanOrEqual(3);
    expect(await drawImage(gpt('骨のある文章', null))).toEqual(
      await drawImage(gpt('骨のある文章', 'ja')),
    );
  });

  it('do not depend on the pictures drawn before', async () => {
    const contents = ['Tiếng Việt đẹp', '각 ★ ☃ 章', 'عربي ★', 'Ünïcödé ẅ ảã'].map((name) =>
      gpt(name, null),
    );
    const forwards = await Promise.all(contents.map((content) => digestOf(content)));
    vi.resetModules();
    const fresh = await import('#builder/images/drawImage.ts');
    const backwards = [];
    for (const content of contents.toReversed())
      backwards.push(await digestOf(content, fresh.drawImage));
    expect(backwards.toReversed()).toEqual(forwards);
  });

  it('have the colours of the site', () => {
    const tokens = readFileSync('src/styles/tokens.css', 'utf8');
    const names = { surface: 'surface', ink: 'ink', soft: 'ink-soft', accent: 'accent' };
    for (const [key, name] of Object.entries(names)) {
      expect(tokens).toContain(`--${name}: ${colours[key as keyof typeof colours]};`);
    }
    for (const [name, values] of Object.entries(markColours)) {
      expect(tokens).toContain(`--mark-${name}: ${values.join(' ')};`);
    }
  });
});
