import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { autosaveDraft } from './autosave-draft';
import { formSnapshotField, type FormVersions } from './form-snapshot';

/** Field with the snapshot of a form, and the line that shows how script stored its draft. Part of the form. */
export function DraftAutosave({ versions: { opened, autosave } }: { versions: FormVersions }) {
  const { t } = useTranslation('forms');
  const field = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState<string | null>('');
  useEffect(
    () => (field.current?.form ? autosaveDraft(field.current.form, autosave, setMessage) : undefined),
    [autosave],
  );
  return (
    <>
      <input ref={field} type="hidden" name={formSnapshotField} value={opened} />
      <p role="status" className="draft-status">
        {message ?? t('autosave.failed')}
      </p>
    </>
  );
}
