import type { LoaderFunctionArgs } from '@remix-run/node';
import { useTranslation } from 'react-i18next';

import { requireUser } from '~/auth/guards';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';

await loadTexts('about-me');

export const handle = { title: 'about-me:title', help: 'account' };

export function loader({ request, context }: LoaderFunctionArgs) {
  requireUser(request, context);
  return null;
}

/** Where users download everything that is kept about them. */
export default function AboutMe() {
  const { t } = useTranslation('about-me');
  return (
    <>
      <h1>{t('title')}</h1>
      <p>{t('intro')}</p>
      <p>{t('content')}</p>
      <p>
        <a href={paths.aboutMeFile()} className="button">
          {t('download')}
        </a>
      </p>
      <p className="hint">{t('large')}</p>
      <p>
        <a href={paths.uploads()}>{t('uploads')}</a>
      </p>
      <p>{t('deleteHint')}</p>
      <p>
        <a href={paths.profile()}>{t('profile')}</a>
      </p>
    </>
  );
}
