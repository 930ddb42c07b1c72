import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { openedField } from '~/forms/opened-form';
import { keepByItself } from './keep-by-itself';

/**
 * Tells the server what a form was opened with, and keeps its draft by script. Stands inside the form, where
 * it says what became of the draft.
 */
export function KeptDraft({ versions }: { versions: { opened: string; autosave: string } }) {
  const { t } = useTranslation('forms');
  const field = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState(versions.opened);
  const [message, setMessage] = useState('');
  const { autosave } = versions;
  useEffect(() => {
    const form = field.current?.form;
    if (!form) return;
    return keepByItself(form, autosave, {
      onAnswer: (answer) => {
        setMessage(answer.message);
        if (answer.opened) setOpened(answer.opened);
      },
      onFailure: () => setMessage(t('autosave.failed')),
    });
  }, [autosave, t]);
  return (
    <>
      <input ref={field} type="hidden" name={openedField} value={opened} />
      <p role="status" className="draft-status">
        {message}
      </p>
    </>
  );
}
