import { useTranslation } from 'react-i18next';

import { chosenHeaderRow, type ParseResult } from '@domain/api/readings';
import { textEncodings } from '@domain/api/uploads';
import { maxHeaderRow } from '@domain/limits';
import { ScrollArea } from '~/components/scroll-area';
import { FieldGroup, SelectField } from '~/forms/fields';
import type { Option } from '~/forms/option-markup';
import { Form } from '~/forms/form';

import { readingValues, type ReadingValues } from '~/forms/reading-form';

interface ReadingFieldsProps {
  reading: ParseResult;
  /** Table whose header row can be chosen. */
  table: string;
  /** Choices that were not sent yet; null = use the stored ones. */
  typed: ReadingValues | null;
}

/**
 * Selects that show and change how a file was read. They belong to the surrounding form. 'Automatic' names the detected
 * value.
 */
export function ReadingFields({ reading, table, typed }: ReadingFieldsProps) {
  const { t } = useTranslation('reading');
  if (reading.scope === 'none') return null;
  const values = typed ?? readingValues(reading.choices, table);
  const isRead = reading.state !== 'failed';
  return (
    <FieldGroup
      id="reading"
      legend={t(isRead ? 'heading' : 'headingUnread')}
      hint={t(isRead ? `hint.${reading.scope}` : 'hint.unread')}
    >
      {reading.failure ? (
        <p className="error-message" id="reading-failure">
          {t('failed', { reason: reading.failure.message })}
        </p>
      ) : null}
      <div className="reading-fields">
        {reading.scope === 'text' ? <TextFields reading={reading} values={values} /> : null}
        <DateOrderField reading={reading} table={table} value={values.dateOrder} />
        <HeaderField reading={reading} table={table} value={values.headerRow} />
      </div>
      <DateOrders reading={reading} table={table} />
      {isRead ? <p className="hint">{t('keeps')}</p> : null}
      <button type="submit" name="intent" value="read-again" className="button-quiet">
        {t('readAgain')}
      </button>
    </FieldGroup>
  );
}

export const separatorNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;
export const decimalNames = { '.': 'point', ',': 'comma' } as const;

function TextFields({ reading, values }: { reading: ParseResult; values: ReadingValues }) {
  const { t } = useTranslation('reading');
  const { dialect, choices } = reading;
  const automatic = (isChosen: boolean, found: string | null) =>
    isChosen || found === null ? t('automatic') : t('automaticFound', { found });
  return (
    <>
      <SelectField
        id="encoding"
        name="encoding"
        label={t('encoding')}
        empty={automatic(choices.encoding !== null, dialect && dialect.encoding)}
        defaultValue={values.encoding}
        options={textEncodings.map((value) => ({ value, label: t(`encodings.${value}`) }))}
      />
      <SelectField
        id="separator"
        name="separator"
        label={t('separator')}
        empty={automatic(choices.separator !== null, dialect && t(`separators.${separatorNames[dialect.separator]}`))}
        defaultValue={values.separator}
        options={Object.entries(separatorNames).map(([value, name]) => ({ value, label: t(`separators.${name}`) }))}
      />
      <SelectField
        id="decimal"
        name="decimal"
        label={t('decimal')}
        empty={automatic(choices.decimal !== null, dialect && t(`decimals.${decimalNames[dialect.decimal]}`))}
        defaultValue={values.decimal}
        options={Object.entries(decimalNames).map(([value, name]) => ({ value, label: t(`decimals.${name}`) }))}
      />
    </>
  );
}

/** Choice of the order of day and month. */
function DateOrderField({ reading, table, value }: { reading: ParseResult; table: string; value: string }) {
  const { t } = useTranslation('reading');
  const orders = [...new Set(datedColumns(reading, table).map(({ order }) => order))];
  const found = t(`dateOrders.${orders.length > 1 ? 'mixed' : (orders[0] ?? 'none')}`);
  return (
    <SelectField
      id="dateOrder"
      name="dateOrder"
      label={t('dateOrder')}
      empty={reading.choices.dateOrder === null ? t('automaticFound', { found }) : t('automatic')}
      defaultValue={value}
      options={(['day-first', 'month-first'] as const).map((order) => ({
        value: order,
        label: t(`dateOrders.${order}`),
      }))}
    />
  );
}

/** In which order the dates of which columns are read, and why. */
function DateOrders({ reading, table }: { reading: ParseResult; table: string }) {
  const { t } = useTranslation('reading');
  const dated = datedColumns(reading, table);
  const lines = dated.flatMap(({ order, by }, index) => {
    const alike = dated.filter((column) => column.order === order && column.by === by);
    if (alike[0] !== dated[index]) return [];
    const columns = alike.map(({ name }) => name).join(', ');
    return [t('dated', { columns, order: t(`dateOrders.${order}`), reason: t(`dateReasons.${by}`) })];
  });
  return lines.length === 0 ? null : <p className="hint">{lines.join(' ')}</p>;
}

function datedColumns(reading: ParseResult, table: string): ParseResult['tables'][number]['dated'] {
  return reading.tables.find(({ name }) => name === table)?.dated ?? [];
}

/**
 * Choice of the header row: the beginnings of the first rows without empty ones, or only row numbers if the rows are
 * unknown.
 */
function HeaderField({ reading, table, value }: { reading: ParseResult; table: string; value: string }) {
  const { t } = useTranslation('reading');
  const top = reading.tables.find(({ name }) => name === table)?.top ?? null;
  const rows = top?.rows ?? Array.from({ length: maxHeaderRow }, () => null);
  const options = rows.flatMap((beginning, index): Option[] => {
    const row = index + 1;
    if (beginning === null) return [{ value: String(row), label: t('row', { row }) }];
    return beginning === '' ? [] : [{ value: String(row), label: t('rowBegins', { row, beginning }) }];
  });
  const isKnown = ['', '0', ...options.map((option) => option.value)].includes(value);
  const further = isKnown ? [] : [{ value, label: t('row', { row: value }) }];
  const isGuessed = top !== null && chosenHeaderRow(reading.choices, table) === null;
  const found = top?.headerRow ? t('rowFound', { row: top.headerRow }) : t('noHeaderFound');
  return (
    <SelectField
      id="headerRow"
      name="headerRow"
      label={t('headerRow')}
      empty={isGuessed ? t('automaticFound', { found }) : t('automatic')}
      defaultValue={value}
      options={[{ value: '0', label: t('noHeader') }, ...options, ...further]}
    />
  );
}

interface ReparseFormProps {
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
export function ReparseForm({ reading, actionOf, typed }: ReparseFormProps) {
  const { t } = useTranslation('reading');
  const [table] = reading.tables;
  if (reading.beginning.length === 0 || !table) return null;
  return (
    <Form reloadDocument action={actionOf(table.name)}>
      <p>{t('wrongSettings')}</p>
      <ScrollArea label={t('beginning')}>
        <pre className="file-beginning">{reading.beginning.join('\n')}</pre>
      </ScrollArea>
      <ReadingFields reading={reading} table={table.name} typed={typed} />
    </Form>
  );
}

/** Button to all rows of the table. It belongs to the mapping form, so that choices are kept. */
export function RowsButton() {
  const { t } = useTranslation('reading');
  return (
    <p>
      <button type="submit" name="intent" value="rows" className="button-quiet">
        {t('showRows')}
      </button>
    </p>
  );
}
