import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ResumableUpload } from '@domain/api/parts';
import type { ReceivedFile, UploadListEntry } from '@domain/api/uploads';
import type { Language } from '@domain/language';
import { uploadKinds } from '@domain/upload-id';

import { ErrorSummary, type FormError } from '~/forms/error-summary';
import { PageLinks } from './page-links';
import { ReceivedFiles } from './received-files';
import { UnfinishedUploads } from './unfinished-uploads';
import { UploadForm, type UploadLimits } from './upload-form';
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
  limits: UploadLimits;
  language: Language;
}

interface UploadScreenProps {
  data: UploadScreenData;
  /** Errors of a refused upload. */
  errors?: FormError[];
  files?: ReceivedFile[];
}

/** The user's uploads and the two upload forms. */
export function UploadScreen({ data, errors = [], files = [] }: UploadScreenProps) {
  const { t } = useTranslation('uploads');
  const [continued, setContinued] = useState<string[]>([]);
  const unfinished = data.parts?.filter(({ id }) => !continued.includes(id)) ?? [];
  return (
    <>
      <ErrorSummary errors={errors} />
      <ReceivedFiles files={files} />
      <p className="hint">{t(data.list.uploads.length === 0 ? 'list.none' : 'list.hint')}</p>
      <UploadTable uploads={data.list.uploads} />
      <PageLinks page={data.list.page} pages={data.list.pages} />
      <UnfinishedUploads parts={unfinished} language={data.language} />
      <div className="upload-regions">
        {uploadKinds.map((kind) => (
          <UploadForm
            kind={kind}
            limits={data.limits}
            language={data.language}
            parts={data.parts}
            onContinue={(part) => setContinued((before) => [...before, part])}
            key={kind}
          />
        ))}
      </div>
    </>
  );
}
