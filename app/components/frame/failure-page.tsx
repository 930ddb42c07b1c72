import { Link, useLocation } from '@remix-run/react';
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';

import { paths } from '~/paths';

/** Statuses with their own texts. Other 4xx are shown as 400, the rest as server errors. */
const knownStatuses = [400, 401, 403, 404, 409, 410, 413, 422, 503, 507] as const;

export function failureKey(status: number): string {
  const other = status >= 400 && status < 500 ? 400 : 500;
  return `failures.${knownStatuses.find((known) => known === status) ?? other}`;
}

interface FailureProps {
  status: number;
  message?: string;
  /** The page opens for whoever logs in again with a second factor. */
  needsFactor?: boolean;
  /** What was written in the form of the page is a draft, which is there after a login. */
  isDraftKept?: boolean;
}

/** Page that says what happened and what to do next. */
export function FailurePage({ status, message, needsFactor = false, isDraftKept = false }: FailureProps) {
  const { t } = useTranslation();
  const key = failureKey(status);
  const title = t(`${key}.title`);
  const reference = useErrorReference();
  const { pathname } = useLocation();
  return (
    <>
      <h1>{title}</h1>
      {message && message !== title ? <p>{message}</p> : null}
      {isDraftKept ? <p>{t('failures.draftKept')}</p> : null}
      {needsFactor ? <LoginAgain /> : null}
      {/* The browser does not know the reference and keeps the server's text. */}
      <p suppressHydrationWarning>
        {[needsFactor ? '' : t(`${key}.explain`), reference && t('failures.reference', { reference })]
          .filter(Boolean)
          .join(' ')}
      </p>
      {status === 404 && pathname.startsWith(`${paths.administrationAccounts()}/`) ? (
        <p>
          <Link to={paths.administrationAccounts()}>{t('failures.accounts')}</Link>
        </p>
      ) : null}
      {status === 410 && pathname === paths.compare() ? (
        <p>
          <Link to={pathname}>{t('footer.compare')}</Link>
        </p>
      ) : null}
      <p>
        <Link to={paths.home()}>{t('failures.home')}</Link>
      </p>
    </>
  );
}

/** Starts a login that leads back to this page, although somebody is logged in. */
function LoginAgain() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  return (
    <p>
      <a href={paths.loginAgain(pathname + search)}>{t('login.inTwoSteps')}</a>
    </p>
  );
}

/** Reference number of this page's server error in the log; '' without an error, and in the browser. */
export const ErrorReferenceContext = createContext('');

function useErrorReference(): string {
  return useContext(ErrorReferenceContext);
}
