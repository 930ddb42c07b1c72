import { useRef, useState, type FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { formTokenField } from '~/auth/same-origin-check';

/**
 * Checks a field on the server when it is left, if it was changed and is not empty (spec section 5).
 * `message` is undefined until a check has answered, then the error or null.
 */
export function useFieldCheck(address: string | null, initial: string) {
  const { t } = useTranslation('metadata');
  const [message, setMessage] = useState<string | null | undefined>(undefined);
  const checked = useRef(initial);

  async function onBlur({ target }: FocusEvent<HTMLInputElement>) {
    const title = target.value.trim();
    if (!address || title === '' || title === checked.current) return;
    checked.current = title;
    try {
      const answer = await fetch(address, {
        method: 'POST',
        body: new URLSearchParams({ title, ...tokenOf(target) }),
      });
      const { message: found } = (await answer.json()) as { message: string | null };
      if (checked.current === title) setMessage(found);
    } catch {
      setMessage(t('validationFailed'));
    }
  }

  return { message, onBlur };
}

/** The form token that stands in the form of a control, see FormToken. */
function tokenOf({ form }: HTMLInputElement): Record<string, string> {
  const field = form?.elements.namedItem(formTokenField);
  return field instanceof HTMLInputElement ? { [formTokenField]: field.value } : {};
}
