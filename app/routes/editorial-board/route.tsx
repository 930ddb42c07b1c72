import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, Outlet, useLoaderData, useLocation, useMatches } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { UploadIdSchema } from '@domain/upload-id';

import { requireExpert } from '~/auth/guards';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';
import type { OpenParts } from '~/screens/upload.server';

await loadTexts(
  'board',
  'check',
  'editorial',
  'errors',
  'mapping',
  'metadata',
  'metadata-errors',
  'publication',
  'reading',
  'review',
  'uploads',
  'form-versions',
);

const parts = {
  data: paths.editorialData,
  check: paths.editorialCheck,
  meta: paths.editorialMeta,
  vote: paths.editorialVote,
  panels: paths.editorialPanels,
  notes: paths.editorialNotes,
  history: paths.editorialHistory,
};
type Part = keyof typeof parts;
const partNames = Object.keys(parts) as Part[];

/** Parts with content of the file, for experts who may read it. */
const partsOfFile: Part[] = ['data', 'check'];

/** Parts for those who review the submission. */
const partsOfReview: Part[] = ['panels', 'notes', 'history'];

/** `handle` of a screen of the board. */
interface PartHandle {
  /** Null for a screen that is about a submission, but none of its parts. */
  part?: Part | null;
}

export function loader({ request, context, params }: LoaderFunctionArgs) {
  requireExpert(request, context);
  const id = UploadIdSchema.safeParse(params.id);
  return { id: id.success ? id.data : null };
}

/** Frame of the editorial board: heading, links to the parts of the submission, the screen. */
export default function BoardFrame() {
  const { id } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const { t } = useTranslation('editorial');
  return (
    <>
      <h1>{t('heading')}</h1>
      {id ? (
        <>
          <p>
            <Link to={paths.editorialBoard()}>{t('back')}</Link>
          </p>
          <PartLinks id={id} />
        </>
      ) : null}
      {pathname === paths.editorialBoard() ? (
        <p>
          <Link to={paths.editorialProfile()}>{t('profile')}</Link>
        </p>
      ) : null}
      <Outlet />
    </>
  );
}

/** Links to the parts of the submission that the expert can open. */
function PartLinks({ id }: { id: string }) {
  const { t } = useTranslation('editorial');
  const { handle, data } = useMatches().at(-1) ?? {};
  const { part } = (handle ?? {}) as PartHandle;
  const shown = shownParts((data ?? {}) as Partial<OpenParts>);
  return (
    <>
      {shown.length > 0 ? (
        <nav aria-label={t('nav')} className="tabs">
          <ul>
            {shown.map((name) => (
              <li key={name}>
                <Link to={parts[name](id)} aria-current={name === part ? 'page' : undefined}>
                  {t(`parts.${name}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      {part && part !== 'vote' ? (
        <p>
          <Link to={paths.editorialVote(id)}>{t('board:glance.back')}</Link>
        </p>
      ) : null}
    </>
  );
}

/** None for a submission that is gone, or that cannot be read now. */
function shownParts({ readsFile, reviews }: Partial<OpenParts>): Part[] {
  if (readsFile === undefined) return [];
  const hidden = [...(readsFile ? [] : partsOfFile), ...(reviews ? [] : partsOfReview)];
  return partNames.filter((name) => !hidden.includes(name));
}
