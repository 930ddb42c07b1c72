import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { MetadataError } from '@domain/api/metadata';
import type { FormField } from '@domain/metadata/directives';
import { ScrollArea } from '~/components/scroll-area';
import type { Entries } from '~/forms/form-entries';

import { errorsByName, type VisibleError } from './form-errors';
import type { FormState } from '~/forms/metadata/form-state';
import type { ShownLookup } from './lookup-part';
import { formParts, isInPart, MetadataFields } from './metadata-fields';
import { useLiveForm } from './use-live-form';

interface MetadataBodyProps {
  fields: readonly FormField[];
  state: FormState;
  /** Entries as posted or drafted, including the value removed last. */
  entries: Entries;
  /** Errors for which the server refused the form. */
  errors: MetadataError[] | null;
  /** Form name of the value that gets the focus. */
  focus: string | null;
  /** Address at which script checks the title. */
  checkAddress: string;
  /** What was looked up last. */
  lookup: ShownLookup | null;
  /** Content between the fields and the missing information. */
  children?: ReactNode;
}

/** Fields of the metadata form and missing information. With script, both follow the typing. */
export function MetadataBody({ children, lookup, ...form }: MetadataBodyProps) {
  const { t } = useTranslation('metadata');
  const body = useRef<HTMLDivElement>(null);
  const { live, announcement } = useLiveForm(body, form);
  return (
    <div className="metadata-body" ref={body}>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      <PartLinks fields={form.fields} errors={live.errors} />
      <ScrollArea label={t('form')} height="metadata">
        <MetadataFields
          fields={form.fields}
          state={live.state}
          errors={errorsByName(live.errors.filter(({ name }) => live.shown.has(name)))}
          removed={live.removed}
          focus={live.focus}
          language={live.language}
          turns={live.turns}
          lookup={lookup}
        />
      </ScrollArea>
      {children}
      <MissingInformation errors={live.errors} />
    </div>
  );
}

/** Links to the sections of the form, each with the number of its errors. */
function PartLinks({ fields, errors }: { fields: readonly FormField[]; errors: readonly VisibleError[] }) {
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

/** Fields that prevent saving, each with its error in brackets. */
function MissingInformation({ errors }: { errors: readonly VisibleError[] }) {
  const { t } = useTranslation('metadata');
  if (errors.length === 0) return null;
  return (
    <section aria-labelledby="missing-heading" className="missing-information">
      <h2 id="missing-heading">{t('missing')}</h2>
      <ul>
        {errors.map(({ fieldId, label, message }) => (
          <li key={`${fieldId} ${message}`}>
            <a href={`#${fieldId}`}>{label}</a> ({message})
          </li>
        ))}
      </ul>
    </section>
  );
}
