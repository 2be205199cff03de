import { languageNames, languageTags, languages } from '#domain/languages/languages.ts';
import { RadioOption } from '#islands/chat/settings/RadioOption.tsx';
import { useText } from '#islands/shared/text.tsx';
import { keepLanguage } from '#stores/account/profile.ts';
import { switchLanguage } from '#stores/browser/language.ts';
import { $darkMode, setDarkMode } from '#stores/browser/theme.ts';
import { useStore } from '@nanostores/react';

/** The choice of light or dark mode. */
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
          <RadioOption
            key={name}
            group="mode"
            chosen={isDark === dark}
            onChoose={() => setDarkMode(isDark)}
          >
            {t(`chat.settings.${name}`)}
          </RadioOption>
        ))}
      </div>
    </fieldset>
  );
}

/** The choice of the interface's language. */
export function LanguageChoice() {
  const { language } = useText();
  return (
    <fieldset aria-labelledby="language">
      <div className="flex flex-wrap gap-2">
        {languages.map((other) => (
          <RadioOption
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
          </RadioOption>
        ))}
      </div>
    </fieldset>
  );
}
