import { useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { Language } from '@domain/language';
import { fileExtensions, maxFilesPerUpload } from '@domain/limits';
import type { UploadKind } from '@domain/upload-id';

import { FieldError } from '~/forms/fields';
import { formatBytes } from '~/i18n/formats';
import { paths } from '~/paths';
import type { RootData } from '~/root-data';
import { HelpFiles } from './help-files';
import { useUpload } from './use-upload';

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
  const query = `?form-token=${encodeURIComponent(token)}`;
  const { percent, refusals, onSubmit, cancel } = useUpload(`${paths.receiveByScript(kind)}${query}`, limits);
  const id = `${kind}-file`;
  const error = refusals.join(' ');
  return (
    <section className="upload-region" aria-labelledby={`${kind}-heading`}>
      <h2 id={`${kind}-heading`}>
        {t('upload.heading')}
        <span className="visually-hidden"> ({kind.toUpperCase()})</span>
      </h2>
      <p>{t(`upload.about.${kind}`)}</p>
      <HelpFiles kind={kind} language={language} />
      <form
        method="post"
        encType="multipart/form-data"
        action={`${paths.receive(kind)}${query}`}
        onSubmit={onSubmit}
      >
        <div className={error ? 'field field-with-error' : 'field'}>
          <label htmlFor={id}>{t(`upload.field.${kind}`)}</label>
          <p className="hint" id={`${id}-hint`}>
            {t('upload.hint', {
              min: formatBytes(limits.minBytes, language),
              max: formatBytes(limits.maxBytes, language),
              files: maxFilesPerUpload,
            })}{' '}
            {kind === 'agg' ? `${t('upload.hintAgg')} ` : null}
            {t('upload.drop')}
          </p>
          <div role="alert">
            <FieldError id={id} error={error} />
          </div>
          <input
            id={id}
            type="file"
            name="upload"
            multiple
            accept={fileExtensions.map((extension) => `.${extension}`).join(',')}
            aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
          />
        </div>
        <button type="submit" aria-disabled={percent !== null || undefined}>
          {t(`upload.button.${kind}`)}
        </button>
      </form>
      {percent === null ? null : <Progress percent={percent} onCancel={cancel} />}
    </section>
  );
}

/** How much has been sent; a screen reader hears it every ten percent. */
function Progress({ percent, onCancel }: { percent: number; onCancel: () => void }) {
  const { t } = useTranslation('uploads');
  return (
    <div className="upload-progress">
      <p role="status">
        {t('upload.busy')} {t('upload.percent', { percent: percent - (percent % 10) })}
      </p>
      <progress aria-label={t('upload.progress')} max={100} value={percent} />
      <button type="button" className="button-quiet" onClick={onCancel}>
        {t('upload.cancel')}
      </button>
    </div>
  );
}
