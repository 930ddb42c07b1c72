import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useMatches, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { UploadIdSchema } from '@domain/upload-id';
import type { Step } from '@domain/workflow-steps';

import { requireUser } from '~/auth/guards';
import { RevisesNote } from '~/components/review/revises-note';
import { SharingNote } from '~/components/sharing/sharing-note';
import { VersionNote } from '~/components/versions/version-note';
import { ReviewLink, StepMenu } from '~/components/workflow/step-menu';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';
import { RepositoryError } from '~/repository-client/transport';
import { readUploadState } from '~/repository-client/uploads';

await loadTexts(
  'check',
  'correction',
  'errors',
  'mapping',
  'metadata',
  'metadata-errors',
  'publication',
  'reading',
  'review',
  'sharing',
  'upload-documents',
  'uploads',
  'versions',
  'form-versions',
);

/** Data that a screen of the workflow passes to its frame. */
interface StepHandle {
  step?: Step;
}

/** Without a readable upload the frame has no steps, and the screen in it shows the error. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  if (!UploadIdSchema.safeParse(params.id).success) return { upload: null };
  try {
    const {
      own,
      right,
      owner,
      id,
      flags,
      fileName,
      revises,
      isExplained,
      status,
      version,
      former,
      withdrawnAt,
      ...upload
    } = await readUploadState(context, params.id ?? '');
    if (!own) return { upload: null };
    const tables = upload.tables.map(({ checkState, leftOut }) => ({ checkState, leftOut }));
    const changesRequested = status === 'ChangesRequested';
    const isWithdrawn = withdrawnAt !== null;
    return {
      upload: {
        ...{ id, flags, fileName, tables, revises, isExplained, changesRequested, isWithdrawn, version, former },
        ...{ right, owner },
      },
    };
  } catch (error) {
    if (error instanceof RepositoryError) return { upload: null };
    throw error;
  }
}

/** Frame of the upload workflow: heading, steps unless the data set is withdrawn, and the screen of the step. */
export default function UploadFrame() {
  const { upload } = useLoaderData<typeof loader>();
  const { t } = useTranslation('uploads');
  const isListComing = useNavigation().location?.pathname === paths.uploads();
  const step = useMatches()
    .map(({ handle }) => (handle as StepHandle | undefined)?.step)
    .findLast(Boolean);
  return (
    <>
      <h1>{t('heading')}</h1>
      {upload && !upload.isWithdrawn ? <StepMenu upload={upload} current={step ?? null} /> : null}
      {upload ? <p className="file-name">{t('file', { name: upload.fileName })}</p> : null}
      {upload ? <SharingNote upload={upload} /> : null}
      <ReviewLink upload={upload} current={step ?? null} />
      {upload && upload.former !== null ? <VersionNote version={upload.version} former={upload.former} /> : null}
      {upload?.revises ? <RevisesNote revises={upload.revises} former={paths.uploadSubmit(upload.revises.id)} /> : null}
      {isListComing ? <p role="status">{t('list.loading')}</p> : null}
      <Outlet />
    </>
  );
}
