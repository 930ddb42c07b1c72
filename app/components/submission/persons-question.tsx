import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { SubmissionReview } from '@domain/api/submission';
import { fieldIds } from '@domain/metadata/field-ids';
import { controlId } from '~/components/metadata-form/metadata-controls';
import type { FormError } from '~/forms/error-summary';
import { CheckboxField } from '~/forms/fields';
import { valueName } from '~/forms/metadata/form-state';
import { personsFieldId } from '~/forms/submit-fields';
import { paths } from '~/paths';

interface PersonsQuestionProps {
  /** The upload. */
  id: string;
  persons: NonNullable<SubmissionReview['persons']>;
  /** Errors of the form. */
  errors: readonly FormError[];
}

/** Asks to confirm that the metadata state another number of persons than the data have. */
export function PersonsQuestion({ id, persons, errors }: PersonsQuestionProps) {
  const { t } = useTranslation('submit');
  const error = errors.find(({ fieldId }) => fieldId === personsFieldId)?.message ?? null;
  const field = `#${controlId(valueName({ field: fieldIds.persons, parent: null, index: 0 }), 0)}`;
  return (
    <section className="notice" aria-labelledby="persons-heading">
      <h3 id="persons-heading">{t('persons.heading')}</h3>
      <p>{t('persons.numbers', { ...persons })}</p>
      <p>{t('persons.explain')}</p>
      <p>
        <Link to={paths.uploadMeta(id) + field}>{t('persons.change')}</Link>
      </p>
      <CheckboxField id={personsFieldId} name="persons" label={t('persons.confirm')} error={error} />
    </section>
  );
}
