import { useTranslation } from 'react-i18next';

import type { ParseResult } from '@domain/api/readings';

import { ScrollArea } from '~/components/scroll-area';
import { Form } from '~/forms/form';
import { ReadingFields } from './reading-fields';
import type { ReadingValues } from './reading-form';

interface MendFormProps {
  reading: ParseResult;
  /** Address to which the form posts for a table of the file. */
  actionOf: (table: string) => string;
  /** Choices posted after the session had ended; null = none. */
  typed: ReadingValues | null;
}

/**
 * Shows the beginning of a csv file that could not be read, with choices to read it differently; nothing for other
 * files.
 */
export function ReparseForm({ reading, actionOf, typed }: MendFormProps) {
  const { t } = useTranslation('reading');
  const [table] = reading.tables;
  if (reading.beginning.length === 0 || !table) return null;
  return (
    <Form reloadDocument action={actionOf(table.name)}>
      <p>{t('mend')}</p>
      <ScrollArea label={t('beginning')}>
        <pre className="file-beginning">{reading.beginning.join('\n')}</pre>
      </ScrollArea>
      <ReadingFields reading={reading} table={table.name} typed={typed} />
    </Form>
  );
}
