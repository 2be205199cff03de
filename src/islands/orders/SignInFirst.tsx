import { loginPath } from '#domain/urls.ts';
import { HomeLink, Note } from '#islands/pay/Note.tsx';
import { useText } from '#islands/shared/text.tsx';

/** Leads visitors to the sign-in and back. */
export function SignInFirst() {
  const { t, language } = useText();
  return (
    <Note title={t('orders.heading')} text={t('orders.signedOut')}>
      <a className="button" href={loginPath(location.pathname, language)}>
        {t('orders.signIn')}
      </a>
      <HomeLink />
    </Note>
  );
}
