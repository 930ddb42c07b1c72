import { Link } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ResumableUpload } from '@domain/api/parts';
import type { StorageUse } from '@domain/api/storage';
import type { ReceivedFile, UploadListEntry } from '@domain/api/uploads';
import { formatBytes } from '@domain/formats';
import type { Language } from '@domain/language';
import { type UploadKind, uploadKinds } from '@domain/upload-id';
import { PageLinks } from '~/components/workflow/page-links';
import { ErrorSummary } from '~/forms/error-summary';
import { Form } from '~/forms/form';
import { formatDate } from '~/i18n/formats';
import { useTimeZone } from '~/i18n/use-time-zone';
import { paths } from '~/paths';

import { ReceivedFiles } from './received-files';
import { fileFieldId, UploadForm, type UploadLimits } from './upload-form';
import { StorageLine } from './storage-line';
import { UploadTable } from './upload-table';

/** A page of the user's uploads. */
interface UploadList {
  uploads: UploadListEntry[];
  page: number;
  pages: number;
}

/** Data of the upload screen. */
export interface UploadScreenData {
  list: UploadList;
  /** Unfinished uploads; null if the repository cannot resume uploads. */
  parts: ResumableUpload[] | null;
  /** Space that the user uses; null if it is unknown. */
  storage: StorageUse | null;
  limits: UploadLimits;
  language: Language;
}

interface UploadScreenProps {
  data: UploadScreenData;
  /** The form whose files were refused, with the reasons and the result for each file. */
  refused?: { kind: UploadKind; refusals: string[]; files: ReceivedFile[] };
}

/** The user's uploads and the two upload forms. */
export function UploadScreen({ data, refused }: UploadScreenProps) {
  const { t } = useTranslation('uploads');
  const [continued, setContinued] = useState<string[]>([]);
  const unfinished = data.parts?.filter(({ id }) => !continued.includes(id)) ?? [];
  return (
    <>
      <ErrorSummary
        errors={refused?.refusals.map((message) => ({ message, fieldId: fileFieldId(refused.kind) })) ?? []}
      />
      <ReceivedFiles files={refused?.files ?? []} />
      <p className="hint">{t(data.list.uploads.length === 0 ? 'list.none' : 'list.hint')}</p>
      {data.list.uploads.length === 0 ? null : (
        <p>
          <Link to={paths.myDataSets()}>{t('list.dataSets')}</Link>
        </p>
      )}
      <UploadTable uploads={data.list.uploads} />
      <PageLinks
        label={t('list.pages.label')}
        page={data.list.page}
        pages={data.list.pages}
        addressOf={paths.uploads}
      />
      <UnfinishedUploads parts={unfinished} language={data.language} />
      <p>
        <Link to={paths.accessTokens()}>{t('list.tokens')}</Link>
      </p>
      <StorageLine storage={data.storage} />
      <div className="upload-regions">
        {uploadKinds.map((kind) => (
          <UploadForm
            kind={kind}
            limits={data.limits}
            language={data.language}
            parts={data.parts}
            refusals={refused?.kind === kind ? refused.refusals : []}
            onContinue={(part) => setContinued((before) => [...before, part])}
            key={kind}
          />
        ))}
      </div>
    </>
  );
}

interface UnfinishedUploadsProps {
  parts: readonly ResumableUpload[];
  language: Language;
}

/** The user's unfinished uploads, from all visits and browsers. */
function UnfinishedUploads({ parts, language }: UnfinishedUploadsProps) {
  const { t } = useTranslation('uploads');
  if (parts.length === 0) return null;
  const canGoOn = parts.some(({ state }) => state === 'receiving');
  return (
    <section className="unfinished" aria-labelledby="unfinished-heading">
      <h2 id="unfinished-heading">{t('unfinished.heading', { count: parts.length })}</h2>
      {canGoOn ? <p>{t('unfinished.hint')}</p> : null}
      <ul>
        {parts.map((part) => (
          <li key={part.id}>
            <UnfinishedUpload part={part} language={language} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function UnfinishedUpload({ part, language }: { part: ResumableUpload; language: Language }) {
  const { t } = useTranslation('uploads');
  const timeZone = useTimeZone();
  const { id, kind, name, bytes, offset, state, error, expiresAt } = part;
  const figures = {
    percent: Math.floor((100 * offset) / Math.max(bytes, 1)),
    size: formatBytes(bytes, language),
    date: formatDate(expiresAt, language, timeZone),
  };
  return (
    <>
      <p>
        <strong>{name}</strong> ({kind.toUpperCase()}):{' '}
        {state === 'refused'
          ? (error?.message ?? t('upload.stopped'))
          : state === 'checking'
            ? t('upload.states.checking')
            : t('unfinished.kept', figures)}
      </p>
      {state === 'checking' ? null : (
        <Form action={paths.part(id)} reloadDocument>
          <button type="submit" className="button-quiet">
            {t('unfinished.delete')}
            <span className="visually-hidden"> {name}</span>
          </button>
        </Form>
      )}
    </>
  );
}
