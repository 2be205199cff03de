import { languageNames, languageTags, languages } from '#domain/languages.ts';
import { Choice } from '#islands/chat/settings/Choice.tsx';
import { useText } from '#islands/shared/text.tsx';
import { keepLanguage } from '#stores/account/profile.ts';
import { switchLanguage } from '#stores/browser/language.ts';
import { $darkMode, setDarkMode } from '#stores/browser/theme.ts';
import { useStore } from '@nanostores/react';

/** Light or dark. */
export function DisplayMode() {
  const { t } = useText();
  const dark = useStore($darkMode);
  const modes = [
    { name: 'light', isDark: false },
    { name: 'dark', isDark: true },
  ];
  return (
    <fieldset aria-labelledby="display">
      <div className="flex flex-wrap gap-2">
        {modes.map(({ name, isDark }) => (
          <Choice
            key={name}
            group="mode"
            chosen={isDark === dark}
            onChoose={() => setDarkMode(isDark)}
          >
            {t(`chat.settings.${name}`)}
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}

/** The language of the interface. */
export function LanguageChoice() {
  const { language } = useText();
  return (
    <fieldset aria-labelledby="language">
      <div className="flex flex-wrap gap-2">
        {languages.map((other) => (
          <Choice
            key={other}
            group="language"
            chosen={other === language}
            onChoose={() => {
              keepLanguage(other);
              switchLanguage(other);
            }}
            lang={languageTags[other]}
          >
            {languageNames[other]}
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}
