import { useTranslation } from 'react-i18next';

import type { FormField } from '@domain/metadata/directives';

import type { VisibleError } from './form-errors';
import { formParts, isInPart } from './form-parts';

/** Links to the sections of the form, each with the number of its errors. */
export function PartLinks({ fields, errors }: { fields: readonly FormField[]; errors: readonly VisibleError[] }) {
  const { t } = useTranslation('metadata');
  const parts = formParts(fields).filter(({ title }) => title !== '');
  if (parts.length < 2) return null;
  return (
    <nav aria-label={t('parts')} className="part-links">
      <ol>
        {parts.map((part) => {
          const count = errors.filter(({ field }) => isInPart(part, fields, field)).length;
          return (
            <li key={part.id}>
              <a href={`#${part.id}`}>{part.title}</a>
              <span className={count > 0 ? 'part-open' : 'part-done'}>
                {count > 0 ? t('partOpen', { count }) : t('partDone')}
              </span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
