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

/** Settings are stored when typing pauses for this long, and when the form goes away. */
const pauseMilliseconds = 500;

/** The fields of the settings: what stands in them, what is wrong with it; what is right is stored by itself. */
export function useSettingsFields() {
  const settings = useStore($chatSettings);
  const { models } = useStore($models);
  const limits = useMemo(() => settingsLimits(models), [models]);
  const [typed, setTyped] = useState<SettingsFields>();
  const fields = typed ?? toFields(settings);
  const read = readFields(fields, limits);
  const problems: Partial<Record<FieldName, Message>> = read.valid ? {} : read.problems;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsaved = useRef<ChatSettings>(undefined);

  const saveNow = (): void => {
    clearTimeout(timer.current);
    const wanted = unsaved.current;
    unsaved.current = undefined;
    if (wanted) void saveChatSettings(wanted);
  };
  const latest = useRef(saveNow);
  useEffect(() => {
    latest.current = saveNow;
  });
  useEffect(() => () => latest.current(), []);
  // Another tab or device may have changed them: what stands here goes to the server as a whole.
  useEffect(() => void loadChatSettings(), []);

  const change = (changed: Partial<SettingsFields>): void => {
    const next = { ...fields, ...changed };
    setTyped(next);
    const known = readFields(next, limits);
    clearTimeout(timer.current);
    unsaved.current = known.valid
      ? { ...known.settings, send_key: $chatSettings.get().send_key }
      : undefined;
    timer.current = setTimeout(() => latest.current(), pauseMilliseconds);
  };
  const changeSendKey = (sendKey: ChatSettings['send_key']): void => {
    unsaved.current = { ...(unsaved.current ?? $chatSettings.get()), send_key: sendKey };
    saveNow();
  };
  const restore = (): void => {
    unsaved.current = undefined;
    setTyped(undefined);
    void restoreDefaultSettings();
  };
  return { fields, problems, limits, change, sendKey: settings.send_key, changeSendKey, restore };
}
