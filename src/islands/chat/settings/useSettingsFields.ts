import {
  $chatSettings,
  type ChatSettings,
  loadChatSettings,
  restoreDefaultSettings,
  saveChatSettings,
} from '#stores/chat/chatSettings.ts';
import { $models } from '#stores/models/models.ts';
import {
  type FieldName,
  type SettingsFields,
  readFields,
  settingsLimits,
  toFields,
} from '#stores/chat/settingsFields.ts';
import type { Message } from '#stores/browser/message.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useRef, useState } from 'react';

/** Settings are saved when typing pauses for this long, and when the form is closed. */
const debounceMilliseconds = 500;

/** The last change that was made in the form: none yet, typed, or sent to the server. */
export type OwnChange = 'none' | 'typed' | 'sent';

/** Returns the fields of the chat settings with their problems, and the actions on them. Valid fields are saved. */
export function useSettingsFields() {
  const settings = useStore($chatSettings);
  const { models } = useStore($models);
  const limits = useMemo(() => settingsLimits(models), [models]);
  const [typed, setTyped] = useState<SettingsFields>();
  const fields = typed ?? toFields(settings);
  const read = readFields(fields, limits);
  const problems: Partial<Record<FieldName, Message>> = read.valid ? {} : read.problems;
  const [own, setOwn] = useState<OwnChange>('none');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsaved = useRef<ChatSettings>(undefined);

  const saveNow = (): void => {
    clearTimeout(timer.current);
    const settings = unsaved.current;
    unsaved.current = undefined;
    if (!settings) return;
    setOwn('sent');
    void saveChatSettings(settings);
  };
  const latestSave = useRef(saveNow);
  useEffect(() => {
    latestSave.current = saveNow;
  });
  useEffect(() => () => latestSave.current(), []);
  // Another tab or device may have changed the settings, and this form saves all of them at once.
  useEffect(() => void loadChatSettings(), []);

  const change = (changed: Partial<SettingsFields>): void => {
    const next = { ...fields, ...changed };
    setTyped(next);
    setOwn('typed');
    const parsed = readFields(next, limits);
    clearTimeout(timer.current);
    unsaved.current = parsed.valid
      ? { ...parsed.settings, send_key: $chatSettings.get().send_key }
      : undefined;
    timer.current = setTimeout(() => latestSave.current(), debounceMilliseconds);
  };
  const changeSendKey = (sendKey: ChatSettings['send_key']): void => {
    unsaved.current = { ...(unsaved.current ?? $chatSettings.get()), send_key: sendKey };
    saveNow();
  };
  const restore = (): void => {
    unsaved.current = undefined;
    setTyped(undefined);
    setOwn('sent');
    void restoreDefaultSettings();
  };
  const { send_key: sendKey } = settings;
  return { fields, problems, limits, own, change, sendKey, changeSendKey, restore };
}
