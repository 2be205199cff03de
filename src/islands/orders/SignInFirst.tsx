import { loginPath } from '#domain/login/loginPaths.ts';
import { HomeLink, OrderNote } from '#islands/pay/OrderNote.tsx';
import { useText } from '#islands/shared/text.tsx';

/** Asks visitors to sign in. The login page leads back here. */
export function SignInFirst() {
  const { t, language } = useText();
  return (
    <OrderNote title={t('orders.heading')} text={t('orders.signedOut')}>
      <a className="button" href={loginPath(location.pathname + location.search, language)}>
        {t('orders.signIn')}
      </a>
      <HomeLink />
    </OrderNote>
  );
}
