import { useTranslation } from 'react-i18next';

import type { ParseResult } from '@domain/api/readings';

import { ScrollArea } from '~/components/scroll-area';
import { Form } from '~/forms/form';
import { ReadingFields } from './reading-fields';
import type { ReadingValues } from '../../forms/reading-form';

interface MendFormProps {
  reading: ParseResult;
  /** Address the form posts to, by the table the file would have. */
  actionOf: (table: string) => string;
  /** What was chosen when the session had ended; null = nothing. */
  typed: ReadingValues | null;
}

/** Beginning of a csv file that could not be read, and the choices by which it may be; nothing for other files. */
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
