import { ownValue } from '#domain/ownValue.ts';

/**
 * The glyphs of marks: names of Lucide icons, each with the words of its topic. A word is the slug of a tag, or a word of
 * a GPT's name. A word of several topics is listed with the narrower topic.
 */
const topics = {
  plane:
    'travel itinerary trip trips vacation holiday airports layover voyage reise reisen viaje du-lịch 旅行 旅遊 旅行プラン 여행 국내여행',
  'train-front': 'trains train public-transport bahnreisen 高铁 鉄道旅',
  luggage: 'packing luggage',
  mountain: 'hiking hike outdoors 登山 百岳',
  languages:
    'translation translator translate traduction übersetzung dịch-thuật 翻译 翻譯 翻訳 번역',
  'message-circle':
    'conversation language-learning speaking phrases vocabulary chat english-speaking 口语 口說 英会話 영어회화',
  'spell-check':
    'spelling grammar proofreading orthographe rechtschreibung 校对 校正 错别字 맞춤법 띄어쓰기',
  volume: 'pronunciation accent voice speech speeches public-speaking',
  'code-xml':
    'coding programming programmer code developer python javascript typescript java software software-design css html web-development 编程 程式',
  bug: 'debugging errors legacy-code troubleshooting refactoring',
  'square-terminal': 'shell linux command-line bash kommandozeile terminal devops',
  database: 'sql databases database queries',
  'git-branch': 'git version-control',
  regex: 'regex text-processing',
  'flask-conical': 'testing experiments ab-testing validation code-review',
  plug: 'api openapi rest integration automation webhook',
  lock: 'security cybersecurity privacy hacking',
  'chart-column':
    'statistics analytics charts data-visualisation dashboards metrics data-analysis 数据分析 資料分析',
  table: 'spreadsheets spreadsheet excel google-sheets formulas tabellen 表格 wps',
  filter: 'data-cleaning open-data metadata',
  mail: 'email e-mail mail letters letter newsletters 書信 英文メール ビジネスメール',
  presentation: 'presentations slides slide ppt powerpoint 演示文稿',
  megaphone:
    'copywriting marketing branding headlines advertising ads landing-pages product-pages 文案 상세페이지',
  'share-2': 'social-media instagram tiktok twitter linkedin 小红书 社群',
  'search-check': 'seo keywords content-strategy conversion',
  store:
    'small-business online-selling shop ecommerce customer-service 小店經營 온라인판매 bán-hàng',
  tag: 'pricing unit-economics devis quotes',
  handshake: 'negotiation sales hiring',
  rocket: 'start-ups startup business-plan',
  'briefcase-business':
    'job-application career bewerbung emploi cv resume lebenslauf 求职 転職 简历 履歷 履歴書 취업준비 이력서 자기소개서 xin-việc',
  'messages-square': 'interviews interview debate role-play 面试 면접',
  'calendar-check':
    'planning planner deadlines habits time-management schedule appointments calendar',
  'list-checks':
    'checklists checklist action-items tasks todo project-management meetings minutes 会议纪要 議事録',
  'notebook-pen': 'notes diary journal weekly-report 周报 摘要',
  'file-text':
    'summaries summary summariser pdf documents documentation summarize 总结 요약 接口文档',
  scale: 'contracts legal law lawyer consumer-rights recht droit rights 勞基法',
  house: 'renting rent housing real-estate household home moving 租屋 전세',
  receipt: 'taxes tax steuererklärung salary invoices payslip 確定申告 薪資單',
  'piggy-bank':
    'budget saving debt money finance investing investment stocks crypto bitcoin cash-flow',
  'shield-check': 'insurance risk safety',
  landmark: 'behörden ämter paperwork politics government grants',
  utensils: 'food cooking recipes recipe dinner chef leftovers お弁当 作り置き 김치 김장 cơm-nhà',
  salad: 'nutrition meal-planning diet ernährung 減脂 外食',
  croissant: 'bread baking sauerteig dessert cake',
  wine: 'wine drinks cocktail accords',
  coffee: 'tea coffee 茶叶 冲泡',
  'heart-pulse':
    'well-being health wellness stress breathing mental-health symptoms care caregiving',
  stethoscope: 'doctor medicine medical 건강검진 혈액검사',
  pill: 'medicines drugs pharmacy',
  'moon-star': 'sleep bedtime dreams astrology tarot',
  dumbbell: 'workout fitness movement training gym exercise 홈트레이닝',
  music: 'music harmony chords instruments ensemble rehearsal 吹奏楽 composer',
  'mic-vocal': 'songwriting lyrics singing song songs chanson 填词',
  'book-open':
    'reading stories story fiction novels books book storytelling world-building plot contes',
  feather: 'poetry poem haiku style essays essay 古诗词 文言文',
  'pen-line': 'editing drafting writing writer writers 自傳',
  'graduation-cap':
    'students exams homework tutoring tutor learning study teaching classroom lesson-plans ielts flashcards education school teacher',
  sigma: 'maths math mathematics algebra calculus toán 数学',
  atom: 'science physics chemistry biology 理科',
  microscope:
    'research papers paper dissertation methods literature-search systematic-review scientist scholar abschlussarbeit',
  quote: 'sources fact-checking critical-reading media-literacy citations',
  'scroll-text': 'history philosophy classical-chinese religion bible',
  puzzle: 'puzzles word-play quiz riddles 灯谜 spiele',
  dices: 'games game rpg game-master adventures role-playing interactive-fiction',
  laugh: 'humor humour comedy jokes memes improv fun 大喜利',
  footprints: 'mystery detective crime',
  palette: 'colour color palette design art artist drawing paint illustration painting',
  shapes: 'logo icons',
  image: 'image images prompts picture photo photos dall-e dalle midjourney generator photography',
  clapperboard: 'video film movie youtube script kịch-bản movies',
  'panels-top-left': 'ui ux usability accessibility layout website websites web inclusion',
  baby: 'children family parenting parents kids famille gia-đình',
  sprout: 'houseplants gardening plants garden',
  shirt: 'clothes wardrobe fashion outfit',
  sofa: 'interior-design furniture 装修 户型',
  'cloud-sun': 'weather climate',
  newspaper: 'news journalism press',
  'shopping-bag': 'shopping gift gifts product products',
  lightbulb: 'ideas brainstorming thinking creativity prompt creative 発想法',
  compass: 'decisions strategy coach coaching mentor advice',
  users: 'communication feedback customer-research surveys qualitative-research team hr',
  trophy: 'sports football soccer basketball',
  sparkles: 'all-round assistant',
} as const;

export type Glyph = keyof typeof topics;

export const glyphs = Object.keys(topics) as readonly Glyph[];

/** Glyphs by category, for GPTs without a word of any topic. */
const byCategory: Readonly<Record<string, Glyph>> = {
  'art-and-design': 'palette',
  business: 'briefcase-business',
  communication: 'messages-square',
  creative: 'lightbulb',
  cybersecurity: 'lock',
  dalle: 'image',
  data: 'chart-column',
  design: 'palette',
  education: 'graduation-cap',
  entertainment: 'clapperboard',
  finance: 'piggy-bank',
  'food-and-drink': 'utensils',
  fun: 'laugh',
  games: 'dices',
  health: 'heart-pulse',
  'health-and-fitness': 'heart-pulse',
  language: 'languages',
  law: 'scale',
  'law-and-money': 'scale',
  lifestyle: 'house',
  marketing: 'megaphone',
  music: 'music',
  'news-and-weather': 'newspaper',
  productivity: 'calendar-check',
  programming: 'code-xml',
  research: 'microscope',
  'research-and-analysis': 'microscope',
  shopping: 'shopping-bag',
  'social-media': 'share-2',
  sports: 'trophy',
  tools: 'plug',
  travel: 'plane',
  video: 'clapperboard',
  writing: 'pen-line',
};

const byWord = /* @__PURE__ */ new Map(
  /* @__PURE__ */ glyphs.flatMap((glyph) =>
    topics[glyph].split(' ').map((word) => [word, glyph] as const),
  ),
);

/** Topics that are part of other topics. A word of one of them wins over earlier words of wider topics. */
const narrow: ReadonlySet<Glyph> = new Set([
  'train-front',
  'luggage',
  'mountain',
  'shapes',
  'clapperboard',
  'regex',
  'croissant',
  'footprints',
]);

/** Returns the glyph of the first word of a topic, narrow topics first; else the glyph of the category. */
export function glyphOf(words: readonly string[], category: string | undefined): Glyph {
  const named = words.flatMap((word) => byWord.get(word) ?? []);
  const byTopic = named.find((glyph) => narrow.has(glyph)) ?? named[0];
  const known = ownValue(byCategory, category ?? '');
  return byTopic ?? known ?? 'sparkles';
}
