import { nameMaxCharacters } from '#domain/account/profile.ts';
import { PictureSetting } from '#islands/chat/settings/PictureSetting.tsx';
import { field } from '#islands/shared/classes.ts';
import { Problem } from '#islands/shared/Problem.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useAccount } from '#islands/shared/useAccount.ts';
import { $nameChange, editName, saveName } from '#stores/account/profile.ts';
import { useStore } from '@nanostores/react';
import { type FormEvent, useState } from 'react';

/** The picture, the name and the e-mail address of the account. */
export function ProfileSection() {
  const { t } = useText();
  const account = useAccount();
  if (!account) return <p className="text-soft">{t('chat.loading')}</p>;
  return (
    <div className="grid gap-5">
      <PictureSetting account={account} />
      <NameSetting name={account.name} />
      <p>
        <span className="block font-medium">{t('settings.profile.email')}</span>
        <span className="break-all text-soft">{account.email}</span>
      </p>
    </div>
  );
}

function NameSetting({ name }: { name: string }) {
  const { t } = useText();
  const change = useStore($nameChange);
  /** The typed text. While it is `undefined`, the field shows the account's name. */
  const [typed, setTyped] = useState<string>();
  const value = typed ?? name;
  const problem = change.state === 'failed' ? change.problem : undefined;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    await saveName(value);
    if ($nameChange.get().state === 'saved') setTyped(undefined);
  };
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      <label htmlFor="profile-name" className="font-medium">
        {t('settings.profile.name')}
      </label>
      <div className="mt-1 flex flex-wrap items-center gap-3">
        <input
          id="profile-name"
          name="name"
          className={`${field} max-w-80`}
          autoComplete="off"
          dir="auto"
          value={value}
          aria-invalid={problem !== undefined}
          aria-describedby="profile-name-problem profile-name-hint"
          onChange={(event) => {
            setTyped(event.target.value);
            editName();
          }}
        />
        <button type="submit" className="button" aria-disabled={change.state === 'saving'}>
          {t('settings.profile.save')}
        </button>
        <output className="text-14 text-soft">
          {change.state === 'saving' && <span>{t('conversations.settings.saving')}</span>}
          {change.state === 'saved' && <span>{t('conversations.settings.saved')}</span>}
        </output>
      </div>
      <Problem id="profile-name-problem" problem={problem} className="mt-1" />
      <p id="profile-name-hint" className="mt-1 text-14 text-soft">
        {t('settings.profile.nameHint', { most: nameMaxCharacters })}
      </p>
    </form>
  );
}
