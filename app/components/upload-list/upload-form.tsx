import { useTranslation } from 'react-i18next';
import { useRouteLoaderData } from '@remix-run/react';

import type { Language } from '@domain/language';
import { fileExtensions, maxFilesPerUpload } from '@domain/limits';
import type { UploadKind } from '@domain/upload-id';

import { formatBytes } from '~/i18n/formats';
import { paths } from '~/paths';
import type { RootData } from '~/root-data';

export interface UploadLimits {
  minBytes: number;
  maxBytes: number;
}

interface UploadFormProps {
  kind: UploadKind;
  limits: UploadLimits;
  language: Language;
}

/** Upload of files of one kind: a form of its own, because no browser fills in a file field again. */
export function UploadForm({ kind, limits, language }: UploadFormProps) {
  const { t } = useTranslation('uploads');
  const token = useRouteLoaderData<RootData>('root')?.formToken ?? '';
  const id = `${kind}-file`;
  return (
    <section className="upload-region" aria-labelledby={`${kind}-heading`}>
      <h2 id={`${kind}-heading`}>{t('upload.heading')}</h2>
      <p>{t(`upload.about.${kind}`)}</p>
      <form
        method="post"
        encType="multipart/form-data"
        action={`${paths.receive(kind)}?form-token=${encodeURIComponent(token)}`}
        data-upload={kind}
      >
        <div className="field">
          <label htmlFor={id}>{t(`upload.field.${kind}`)}</label>
          <p className="hint" id={`${id}-hint`}>
            {t('upload.hint', {
              min: formatBytes(limits.minBytes, language),
              max: formatBytes(limits.maxBytes, language),
              files: maxFilesPerUpload,
            })}{' '}
            {kind === 'agg' ? t('upload.hintAgg') : null}
          </p>
          <input
            id={id}
            type="file"
            name="upload"
            multiple
            accept={fileExtensions.map((extension) => `.${extension}`).join(',')}
            aria-describedby={`${id}-hint`}
          />
        </div>
        <button type="submit">{t(`upload.button.${kind}`)}</button>
      </form>
    </section>
  );
}
