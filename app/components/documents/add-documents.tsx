import { useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { documentTypes } from '@domain/api/documents';
import { formatBytes } from '@domain/formats';
import { describedBy, FieldError } from '~/forms/fields';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';
import type { RootData } from '~/root-data';

interface AddDocumentsProps {
  id: string;
  fieldId: string;
  limits: { count: number; bytes: number };
  error: string | null;
}

/** Form to add documents. The browser posts it without script, so the form token is part of the address. */
export function AddDocuments({ id, fieldId, limits, error }: AddDocumentsProps) {
  const { t } = useTranslation('upload-documents');
  const language = useLanguage();
  const token = useRouteLoaderData<RootData>('root')?.formToken ?? '';
  const hint = t('add.hint', { count: limits.count, max: formatBytes(limits.bytes, language) });
  return (
    <section aria-labelledby="add-documents">
      <h3 id="add-documents">{t('add.heading')}</h3>
      <form
        method="post"
        encType="multipart/form-data"
        action={`${paths.uploadDocuments(id)}?form-token=${encodeURIComponent(token)}`}
      >
        <div className={error ? 'field field-with-error' : 'field'}>
          <label htmlFor={fieldId}>{t('add.field')}</label>
          <p className="hint" id={`${fieldId}-hint`}>
            {hint}
          </p>
          <FieldError id={fieldId} error={error} />
          <input
            id={fieldId}
            type="file"
            name="documents"
            multiple
            accept={documentTypes.map((type) => `.${type}`).join(',')}
            {...describedBy({ id: fieldId, hint, error })}
          />
        </div>
        <button type="submit">{t('add.button')}</button>
      </form>
    </section>
  );
}
