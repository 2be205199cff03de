import { languageNames, languageTags, languages } from '#domain/languages.ts';
import { Choice } from '#islands/chat/settings/Choice.tsx';
import { useText } from '#islands/shared/text.tsx';
import { keepLanguage } from '#stores/account/profile.ts';
import { switchLanguage } from '#stores/browser/language.ts';
import { $darkMode, disableDarkMode, enableDarkMode } from '#stores/browser/theme.ts';
import { useStore } from '@nanostores/react';

/** Light or dark. */
export function DisplayMode() {
  const { t } = useText();
  const dark = useStore($darkMode);
  const modes = [
    { name: 'light', chosen: !dark, choose: disableDarkMode },
    { name: 'dark', chosen: dark, choose: enableDarkMode },
  ];
  return (
    <fieldset aria-labelledby="display">
      <div className="flex flex-wrap gap-2">
        {modes.map(({ name, chosen, choose }) => (
          <Choice key={name} group="mode" chosen={chosen} onChoose={choose}>
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
