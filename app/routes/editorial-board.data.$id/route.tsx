import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { requireExpert } from '~/auth/guards';
import { FileFacts } from '~/components/mapping-grid/file-facts';
import { MappedTables } from '~/components/workflow/table-links';
import { MappingText } from '~/components/mapping-grid/mapping-text';
import { ReadingNotes } from '~/components/reading/reading-notes';
import { paths } from '~/paths';
import { orFailurePage } from '~/repository-client/transport';
import { findReading } from '~/repository-client/uploads';
import { loadMapping } from '~/screens/mapping.server';
import { loadSubmission, openParts } from '~/screens/upload.server';

export const handle = { title: 'mapping:title', part: 'data', help: 'editorial-board' };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireExpert(request, context);
  const upload = await loadSubmission(context, params);
  const [mapping, reading] = await Promise.all([
    loadMapping(context, upload, new URL(request.url).searchParams, 'expert'),
    orFailurePage(findReading(context, upload.id)),
  ]);
  return { ...mapping, reading, ...openParts(upload) };
}

/** The mapping of a submission, read-only. */
export default function SubmittedMapping() {
  const { upload, grid, reading } = useLoaderData<typeof loader>();
  const { t } = useTranslation('editorial');
  if (!grid) return <p>{t('mapping:noneMapped')}</p>;
  return (
    <>
      <h2>{t('of', { part: t('parts.data'), file: upload.fileName })}</h2>
      <MappedTables
        tables={upload.tables}
        current={grid.table.name}
        addressOf={(table) => paths.editorialData(upload.id, table)}
      />
      <FileFacts
        original={paths.editorialOriginal(upload.id)}
        dialect={upload.dialect}
        rowCount={grid.table.rowCount}
        rowsAddress={paths.editorialRows(upload.id, grid.table.name)}
      />
      <ReadingNotes reading={reading} fileName={upload.fileName} table={grid.table.name} />
      <MappingText view={{ ...grid, choices: new Map(grid.choices) }} />
    </>
  );
}
