import { languages } from '#domain/languages/languages.ts';

/** Open pages of results, as long as real ones, so that filling and compressing them takes as long. */
export function searchPages(): Record<string, string> {
  return Object.fromEntries(
    languages.map((language) => [`${language}/search.html`, pageIn(language)]),
  );
}

function pageIn(language: string): string {
  const words = Array.from({ length: 4_000 }, (_, index) => `<p>word ${index * 7_919}</p>`);
  return (
    `<!doctype html><html lang="${language}"><title>x</title><main><p data-fill="count"></p>` +
    `<div data-fill="notice"><h2 data-fill="noticeTitle"></h2><p data-fill="noticeText"></p>` +
    `<a data-fill="noticeLink" href="/">x</a></div><ul data-fill="cards"></ul>${words.join('')}` +
    `</main></html>`
  );
}
