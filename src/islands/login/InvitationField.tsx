import { giftCodeMaxTyped } from '#domain/product/giftCodes.ts';
import { MailedField } from '#islands/login/MailedFields.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $loginForm, editInvitation } from '#stores/account/login.ts';
import { useStore } from '@nanostores/react';

/** The field for an invitation, where new accounts need one. */
export function InvitationField() {
  const { t } = useText();
  const { invitation, invitationError } = useStore($loginForm);
  return (
    <MailedField
      label={t('login.invitation')}
      hint={t('login.invitationHint')}
      problem={invitationError}
      onEdit={editInvitation}
      className="uppercase"
      name="invitation"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={giftCodeMaxTyped}
      value={invitation}
    />
  );
}
