import { useRouteLoaderData } from '@remix-run/react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { formatBytes } from '@domain/formats';
import type { Language } from '@domain/language';
import { fileExtensions } from '@domain/limits';

import { DropZone } from '~/components/upload-list/drop-zone';
import { FieldError } from '~/forms/fields';
import { paths } from '~/paths';
import type { RootData } from '~/root-data';

/** Id of the file field, to which errors link. */
export const correctedFileId = 'corrected-file';

interface CorrectFileFormProps {
  id: string;
  limits: { minBytes: number; maxBytes: number };
  language: Language;
  error: string | null;
}

/** Form to upload a corrected file. The browser posts it without script, so the form token is part of the address. */
export function CorrectFileForm({ id, limits, language, error }: CorrectFileFormProps) {
  const { t } = useTranslation('correction');
  const token = useRouteLoaderData<RootData>('root')?.formToken ?? '';
  const field = useRef<HTMLInputElement>(null);
  const hint = `${correctedFileId}-hint`;
  return (
    <form
      method="post"
      encType="multipart/form-data"
      action={`${paths.uploadCorrect(id)}?form-token=${encodeURIComponent(token)}`}
    >
      <DropZone field={field}>
        <div className={error ? 'field field-with-error' : 'field'}>
          <label htmlFor={correctedFileId}>{t('field')}</label>
          <p className="hint" id={hint}>
            {t('hint', { min: formatBytes(limits.minBytes, language), max: formatBytes(limits.maxBytes, language) })}
          </p>
          <FieldError id={correctedFileId} error={error} />
          <input
            ref={field}
            id={correctedFileId}
            type="file"
            name="upload"
            accept={fileExtensions.map((extension) => `.${extension}`).join(',')}
            aria-describedby={error ? `${hint} ${correctedFileId}-error` : hint}
            aria-invalid={error ? true : undefined}
          />
        </div>
      </DropZone>
      <button type="submit">{t('button')}</button>
    </form>
  );
}
