import { findModel } from '#domain/models/models.ts';
import { safeRedirect } from '#domain/login/loginPaths.ts';
import { useHydrated } from '#islands/shared/Hydrated.tsx';
import { anyReason } from '#stores/account/loginDialog.ts';
import { chatSubject, reasonOfPath } from '#stores/account/loginReason.ts';
import { type Message, message } from '#stores/browser/message.ts';
import { $gpts, loadGpt } from '#stores/gpts/gpts.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

/** Returns why the login page was opened, by its parameter `redirect`, which the build does not know. Loads the name of a GPT. */
export function useRedirectReason(): Message {
  const isHydrated = useHydrated();
  const path = isHydrated ? redirect() : '';
  const subject = chatSubject(path);
  const gpt = subject && 'gpt' in subject ? subject.gpt : undefined;
  const gpts = useStore($gpts);
  useEffect(() => {
    if (gpt !== undefined) void loadGpt(gpt);
  }, [gpt]);
  if (!isHydrated) return anyReason;
  const loaded = gpt === undefined ? undefined : gpts[gpt];
  const model = subject && 'model' in subject ? findModel(subject.model)?.title : undefined;
  const name = loaded?.state === 'ready' ? loaded.gpt.name : model;
  return name === undefined ? reasonOfPath(path) : message('login.reason.chatWith', { name });
}

/** Returns the path after the sign-in, or `/`. */
function redirect(): string {
  return safeRedirect(new URLSearchParams(location.search).get('redirect'), '/');
}
