import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, Outlet, useLoaderData, useMatches } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { UploadIdSchema } from '@domain/upload-id';

import { requireExpert } from '~/auth/guards';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';

await loadTexts(
  'check',
  'editorial',
  'errors',
  'mapping',
  'metadata',
  'metadata-faults',
  'publication',
  'reading',
  'review',
  'uploads',
);

const parts = {
  data: paths.editorialData,
  check: paths.editorialCheck,
  meta: paths.editorialMeta,
  vote: paths.editorialVote,
};
type Part = keyof typeof parts;

/** What a screen of the board tells the frame around it. */
interface PartHandle {
  part?: Part;
}

export function loader({ request, context, params }: LoaderFunctionArgs) {
  requireExpert(request, context);
  const id = UploadIdSchema.safeParse(params.id);
  return { id: id.success ? id.data : null };
}

/** Frame of the editorial board: heading, the parts of the submission that is looked at, the screen. */
export default function BoardFrame() {
  const { id } = useLoaderData<typeof loader>();
  const { t } = useTranslation('editorial');
  const part = useMatches()
    .map(({ handle }) => (handle as PartHandle | undefined)?.part)
    .findLast(Boolean);
  return (
    <>
      <h1>{t('heading')}</h1>
      {id ? (
        <>
          <p>
            <Link to={paths.editorialBoard()}>{t('back')}</Link>
          </p>
          <nav aria-label={t('nav')} className="tabs">
            <ul>
              {Object.entries(parts).map(([name, path]) => (
                <li key={name}>
                  <Link to={path(id)} aria-current={name === part ? 'page' : undefined}>
                    {t(`parts.${name as Part}`)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </>
      ) : null}
      <Outlet />
    </>
  );
}
