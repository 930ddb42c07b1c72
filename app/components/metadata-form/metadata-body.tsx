import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { MetadataError } from '@domain/api/metadata';
import type { FormField } from '@domain/metadata/directives';

import { ScrollArea } from '~/components/scroll-area';
import type { Entries } from '~/forms/form-entries';
import { errorsByName } from './form-errors';
import type { FormState } from './form-state';
import { MetadataFields } from './metadata-fields';
import { MissingInformation } from './missing-information';
import { PartLinks } from './part-links';
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
  /** Content between the fields and the missing information. */
  children?: ReactNode;
}

/** Fields of the metadata form and missing information. With script, both follow the typing. */
export function MetadataBody({ children, ...form }: MetadataBodyProps) {
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
        />
      </ScrollArea>
      {children}
      <MissingInformation errors={live.errors} />
    </div>
  );
}
