import { languageNames, languageTags, languages } from '#domain/languages.ts';
import { useText } from '#islands/shared/text.tsx';
import { switchLanguage } from '#stores/language.ts';
import { $darkMode, disableDarkMode, enableDarkMode } from '#stores/theme.ts';
import { useStore } from '@nanostores/react';

/** Display mode and language. */
export function SettingsScreen() {
  const { t } = useText();
  return (
    <div className="grid gap-8">
      <h1 tabIndex={-1} className="text-28">
        {t('chat.settings.title')}
      </h1>
      <DisplayMode />
      <LanguageChoice />
    </div>
  );
}

function DisplayMode() {
  const { t } = useText();
  const dark = useStore($darkMode);
  const modes = [
    { name: 'light', chosen: !dark, choose: disableDarkMode },
    { name: 'dark', chosen: dark, choose: enableDarkMode },
  ];
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{t('chat.settings.mode')}</legend>
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

function LanguageChoice() {
  const { t, language } = useText();
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{t('chat.settings.language')}</legend>
      <div className="flex flex-wrap gap-2">
        {languages.map((other) => (
          <Choice
            key={other}
            group="language"
            chosen={other === language}
            onChoose={() => switchLanguage(other)}
            lang={languageTags[other]}
          >
            {languageNames[other]}
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}

type ChoiceProps = {
  group: string;
  chosen: boolean;
  onChoose: () => void;
  lang?: string;
  children: string;
};

function Choice({ group, chosen, onChoose, lang, children }: ChoiceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-small border border-line bg-raised px-4 hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name={group}
        className="accent-(--accent)"
        checked={chosen}
        onChange={onChoose}
      />
      <span lang={lang}>{children}</span>
    </label>
  );
}
