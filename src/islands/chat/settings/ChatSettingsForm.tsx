import { sendKeys } from '#domain/chat/chatSettings.ts';
import { NumberSetting } from '#islands/chat/settings/NumberSetting.tsx';
import { PromptSetting } from '#islands/chat/settings/PromptSetting.tsx';
import { RadioOption } from '#islands/chat/settings/RadioOption.tsx';
import { type OwnChange, useSettingsFields } from '#islands/chat/settings/useSettingsFields.ts';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { type ChatSettings, $settingsSync, repeatSettings } from '#stores/chat/chatSettings.ts';
import { keyCaps } from '#stores/browser/keyCaps.ts';
import { useStore } from '@nanostores/react';
import { $models } from '#stores/models/models.ts';
import { $route } from '#stores/route/route.ts';

type SendKey = ChatSettings['send_key'];

/** The options of answers, and the key that sends a question. Changes apply from the next question on. */
export function ChatSettingsForm() {
  const { t } = useText();
  const { fields, problems, limits, own, ...actions } = useSettingsFields();
  const { change, sendKey, changeSendKey, restore } = actions;
  const model = useOpenModel();
  const shared = (name: 'temperature' | 'maxOutput' | 'history') => ({
    name,
    value: fields[name],
    problem: problems[name],
    onChange: (value: string) => change({ [name]: value }),
  });
  const most = model ? Math.min(model.max_output_tokens, limits.maxOutput) : limits.maxOutput;
  return (
    <form
      method="post"
      className="grid gap-5"
      onSubmit={(event) => event.preventDefault()}
      noValidate
    >
      <NumberSetting
        {...shared('temperature')}
        label={t('conversations.settings.temperature')}
        hint={t('conversations.settings.temperatureHint')}
        range={{ min: 0, max: 2, step: 0.1 }}
      />
      <NumberSetting
        {...shared('maxOutput')}
        label={t('conversations.settings.maxOutput')}
        hint={
          model
            ? t('conversations.settings.maxOutputOf', { name: model.title, count: most })
            : t('conversations.settings.maxOutputHint', { count: most })
        }
      />
      <NumberSetting
        {...shared('history')}
        label={t('conversations.settings.history')}
        hint={
          model
            ? t('conversations.settings.historyOf', {
                name: model.title,
                count: model.max_input_tokens,
              })
            : t('conversations.settings.historyHint')
        }
      />
      <PromptSetting
        value={fields.systemPrompt}
        problem={problems.systemPrompt}
        onChange={(systemPrompt) => change({ systemPrompt })}
      />
      <SendKeyChoice chosen={sendKey} onChoose={changeSendKey} />
      <div className="flex flex-wrap items-center gap-3">
        <RestoreButton onRestore={restore} />
        <SettingsStatus own={Object.keys(problems).length > 0 ? 'none' : own} />
      </div>
    </form>
  );
}

type SendKeyProps = { chosen: SendKey; onChoose: (key: SendKey) => void };

function SendKeyChoice({ chosen, onChoose }: SendKeyProps) {
  const { t, language } = useText();
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{t('conversations.settings.sendKey')}</legend>
      <div className="flex flex-wrap gap-2">
        {sendKeys.map((key) => (
          <RadioOption
            key={key}
            group="send-key"
            chosen={key === chosen}
            onChoose={() => onChoose(key)}
          >
            {key === 'auto'
              ? t('conversations.settings.sendKeyAuto')
              : keyCaps({ mod: key === 'mod_enter', key: 'Enter' }, language).join(' + ')}
          </RadioOption>
        ))}
      </div>
      <p className="mt-1 text-14 text-soft">{t('conversations.settings.sendKeyHint')}</p>
    </fieldset>
  );
}

/** Returns the text model of the open chat. The form shows its limits. */
function useOpenModel() {
  const route = useStore($route);
  const { models } = useStore($models);
  const target = route?.screen === 'chat' ? route.target : undefined;
  if (!target || target.group === 'g') return undefined;
  return models.find(({ id, kind }) => id === target.model && kind === 'text');
}

function RestoreButton({ onRestore }: { onRestore: () => void }) {
  const { t } = useText();
  return (
    <Button look="quiet" onClick={onRestore}>
      {t('conversations.settings.defaults')}
    </Button>
  );
}

/** Shows whether changes that were made here are saved. Invalid fields show their own errors. */
function SettingsStatus({ own }: { own: OwnChange }) {
  const { t } = useText();
  const sync = useStore($settingsSync);
  const failed = sync.state === 'loadFailed' || sync.state === 'saveFailed' ? sync : undefined;
  return (
    <>
      <output className="text-14 text-soft">
        {sync.state === 'loading' && <span>{t('chat.loading')}</span>}
        {sync.state === 'saving' && <span>{t('conversations.settings.saving')}</span>}
        {sync.state === 'saved' && own === 'sent' && (
          <span>{t('conversations.settings.saved')}</span>
        )}
      </output>
      {failed && (
        <span role="alert" className="text-14 text-negative">
          <span>{t(failed.problem.key, failed.problem.values)}</span>
          <Button look="small" onClick={() => void repeatSettings()}>
            {t('chat.failed.tryAgain')}
          </Button>
        </span>
      )}
    </>
  );
}
