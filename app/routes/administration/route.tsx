import type { LoaderFunctionArgs } from '@remix-run/node';
import { NavLink, Outlet } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { requireAdmin } from '~/auth/guards';
import { FlashBanner } from '~/components/frame/flash-banner';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';

await loadTexts('administration', 'uploads', 'form-versions');

const parts = [
  ['overview', paths.administration()],
  ['accounts', paths.administrationAccounts()],
  ['storage', paths.administrationList('storage')],
  ['fixity', paths.administrationList('fixity')],
  ['jobs', paths.administrationList('jobs')],
  ['dois', paths.administrationList('dois')],
  ['mails', paths.administrationList('mails')],
  ['settings', paths.administrationList('settings')],
  ['audit', paths.administrationAudit()],
] as const;

export const handle = { placesFlash: true } as const;

export function loader({ request, context }: LoaderFunctionArgs) {
  requireAdmin(request, context);
  return null;
}

/** Frame of the administration: heading, links to its lists, the screen. */
export default function AdministrationFrame() {
  const { t } = useTranslation('administration');
  return (
    <>
      <h1>{t('heading')}</h1>
      <nav aria-label={t('nav')} className="tabs">
        <ul>
          {parts.map(([name, path]) => (
            <li key={name}>
              <NavLink to={path} end={name === 'overview'}>
                {t(`${name}.title`)}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <FlashBanner />
      <Outlet />
    </>
  );
}
