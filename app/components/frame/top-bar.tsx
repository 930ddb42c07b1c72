import { Link, NavLink, useLocation, useMatches } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { Form } from '~/forms/form';
import { paths } from '~/paths';

import type { RootData } from '../../root-data';
import { LanguageSwitch } from './language-switch';
import type { ScreenHandle } from './page-head';
import { SessionLimit } from './session-watch';

interface TopBarProps extends Pick<RootData, 'language' | 'session'> {
  user: RootData['user'] | undefined;
  /** Shows no buttons for other languages. */
  keepsLanguage: boolean;
}

/** Banner with name, main navigation and login menu. Links that the user may not follow are left out. */
export function TopBar({ user, session, language, keepsLanguage }: TopBarProps) {
  const { t } = useTranslation();
  return (
    <header className="top-bar">
      <div className="top-bar-inner">
        <Link to={paths.home()} className="brand">
          <img src="/logo.svg" alt="" width="32" height="32" />
          Motothek
        </Link>
        <nav aria-label={t('nav.label')}>
          <ul>
            <li>
              <NavLink to={paths.home()} end>
                {t('nav.home')}
              </NavLink>
            </li>
            {user?.isExpert ? (
              <li>
                <NavLink to={paths.editorialBoard()}>EBoard</NavLink>{' '}
                {user.waiting ? <Waiting count={user.waiting} /> : null}
              </li>
            ) : null}
            {user && !user.isExpert ? (
              <>
                <li>
                  <NavLink to={paths.myDownloads()}>Downloads</NavLink>
                </li>
                <li>
                  <NavLink to={paths.uploads()}>Uploads</NavLink>
                </li>
              </>
            ) : null}
            {user?.isAdmin ? (
              <li>
                <NavLink to={paths.administration()}>{t('nav.administration')}</NavLink>
              </li>
            ) : null}
          </ul>
        </nav>
        {user === undefined ? null : <LoginMenu user={user} />}
        {keepsLanguage ? null : <LanguageSwitch language={language} isBeforePage />}
        {session ? <SessionLimit session={session} /> : null}
      </div>
    </header>
  );
}

/** How many submissions wait for an expert, beside the link to them. */
function Waiting({ count }: { count: number }) {
  const { t } = useTranslation();
  return (
    <span className="waiting-count">
      {count}
      <span className="visually-hidden"> {t('nav.waiting', { count })}</span>
    </span>
  );
}

/** Plain links and a plain form, because the identity provider's pages are outside the client router. */
function LoginMenu({ user }: { user: RootData['user'] }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  if (!user) {
    // Returns to this page afterwards, unless it is itself a step of signing in or out.
    const page = pathname.startsWith('/authentication/') ? paths.home() : pathname + search;
    const query = page === paths.home() ? '' : `?returnUrl=${encodeURIComponent(page)}`;
    return (
      <div className="login-menu">
        <HelpLink />
        <a href={paths.register() + query}>{t('login.register')}</a>
        <a href={paths.login() + query}>{t('login.login')}</a>
      </div>
    );
  }
  return (
    <div className="login-menu">
      <HelpLink />
      <a href={paths.profile()}>{t('login.hello', { name: user.name })}</a>
      <Form action={paths.logout()} reloadDocument>
        <button type="submit" className="button-quiet">
          {t('login.logout')}
        </button>
      </Form>
    </div>
  );
}

/**
 * Link to the manual's section about this screen, at the same place on every screen (WCAG 3.2.6). It opens a new tab,
 * so that form entries stay.
 */
function HelpLink() {
  const { t } = useTranslation();
  const helps = useMatches().map(({ handle }) => (handle as ScreenHandle | undefined)?.help);
  return (
    <>
      <a href={paths.manual(helps.findLast(Boolean))} target="_blank" rel="noopener" aria-describedby="help-tab">
        {t('help')}
      </a>
      <span id="help-tab" hidden>
        {t('helpTab')}
      </span>
    </>
  );
}
