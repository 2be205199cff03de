import { type Language, languageTags } from '#domain/languages/languages.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import type { RowGroup } from '#stores/conversations/conversationRows.ts';

/** Returns the heading above a group of conversations: Pinned, a day, a week, or a month with the year of past years. */
export function groupTitle(
  group: RowGroup,
  t: TranslateInBrowser,
  language: Language,
  now: Date,
): string {
  switch (group) {
    case 'pinned':
      return t('conversations.group.pinned');
    case 'today':
      return t('conversations.group.today');
    case 'yesterday':
      return t('conversations.group.yesterday');
    case 'week':
      return t('conversations.group.week');
    default: {
      const month = new Date(`${group}-01T00:00:00Z`);
      const isThisYear = month.getUTCFullYear() === now.getFullYear();
      return new Intl.DateTimeFormat(languageTags[language], {
        timeZone: 'UTC',
        month: 'long',
        ...(isThisYear ? {} : { year: 'numeric' }),
      }).format(month);
    }
  }
}
