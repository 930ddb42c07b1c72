import { useTranslation } from 'react-i18next';

import type { TableData } from '@domain/api/table-data';
import { maxRowReasonCharacters, type RowsLeftOut, type TableReason } from '@domain/data-rows';
import { FieldGroup, TextField } from '~/forms/fields';
import type { FormError } from '~/forms/error-summary';
import { dataRowIds, lostName, type TypedRows } from '~/forms/data-rows-form';
import { ScrollTable } from '~/components/scroll-area';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

/** Which parts of a table are data. */
export interface TableDataView {
  leftOut: TableReason | null;
  moreBlankRows: number;
  isCut: boolean;
  rows: RowsLeftOut[];
  lost: TableData['lost'];
  tests: TableData['tests'];
  /** Whether another table of the file is data. */
  hasOthers: boolean;
}

/** Says that a table is left out and why, or offers to leave it out. The buttons belong to the surrounding form. */
export function TableUse({ data: { leftOut, hasOthers }, editable }: { data: TableDataView; editable: boolean }) {
  const { t } = useTranslation('mapping');
  if (leftOut === null) {
    if (!editable || !hasOthers) return null;
    return (
      <p className="actions">
        <button type="submit" name="intent" value="table:left-out" className="button-quiet">
          {t('data.leaveTable')}
        </button>
        <span className="hint">{t('data.leaveTableHint')}</span>
      </p>
    );
  }
  return (
    <div className="notice">
      <p>{t(`data.table.${leftOut}`)}</p>
      {hasOthers ? null : <p>{t('data.noTable')}</p>}
      {editable ? (
        <button type="submit" name="intent" value="table:data">
          {t('data.useTable')}
        </button>
      ) : null}
    </div>
  );
}

interface RowsProps {
  data: TableDataView;
  /** What was typed about further rows; null if nothing can be changed. */
  typed: TypedRows | null;
  errors?: readonly FormError[];
}

/**
 * The rows that are no data, with the reasons; nothing if there are none and nothing can be changed. The fields and
 * buttons belong to the surrounding form.
 */
export function RowsThatAreNotData({ data, typed, errors = [] }: RowsProps) {
  const { t } = useTranslation('mapping');
  const { rows, moreBlankRows: more, tests } = data;
  const listed = rows.length + tests.length;
  const isNone = listed + more === 0;
  const language = useLanguage();
  if (isNone && typed === null) return null;
  return (
    <section id="rows-left-out" aria-labelledby="rows-left-out-heading" tabIndex={-1}>
      <h3 id="rows-left-out-heading">{t('data.heading')}</h3>
      {typed ? <LostRows rows={data.lost} /> : null}
      <p>{t(isNone ? 'data.none' : 'data.intro')}</p>
      {listed > 0 ? <RowTable rows={rows} tests={tests} editable={typed !== null} /> : null}
      {more > 0 ? <p>{t('data.moreBlank', { count: more, number: formatNumber(more, language) })}</p> : null}
      {data.isCut ? <p>{t('data.cut')}</p> : null}
      {typed ? <RowFields typed={typed} errors={errors} /> : null}
    </section>
  );
}

/** Rows of a previous file that were not found again, each with a button that says it has been dealt with. */
function LostRows({ rows }: { rows: TableData['lost'] }) {
  const { t } = useTranslation('mapping');
  if (rows.length === 0) return null;
  return (
    <div className="notice">
      <h4>{t('data.lost.heading')}</h4>
      <p>{t('data.lost.text')}</p>
      <ul>
        {rows.map((some) => {
          const { table, from, to, reason } = some;
          const text = t(from === to ? 'data.lost.row' : 'data.lost.rows', { from, to, reason });
          const name = table === undefined ? text : t('data.lost.ofTable', { table, rows: text });
          return (
            <li key={name}>
              {name}{' '}
              <button type="submit" name="intent" value={`settle-rows:${lostName(some)}`} className="button-quiet">
                {t('data.lost.settle')} <span className="visually-hidden">({name})</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface RowTableProps {
  rows: readonly RowsLeftOut[];
  tests: TableData['tests'];
  editable: boolean;
}

function RowTable({ rows, tests, editable }: RowTableProps) {
  const { t } = useTranslation('mapping');
  const language = useLanguage();
  const heads = [...(['where', 'why', 'what'] as const), ...(editable ? (['change'] as const) : [])];
  const number = (row: number) => formatNumber(row, language);
  const nameOf = ({ from, to }: RowsLeftOut) =>
    from === to ? t('data.row', { row: number(from) }) : t('data.rows', { from: number(from), to: number(to) });
  const nameOfTest = (count: number, first: readonly number[]) => {
    const counted = t('data.testRows', { count, number: number(count) });
    if (first.length === 0) return counted;
    return t(first.length < count ? 'data.testRowsFirst' : 'data.testRowsAll', {
      counted,
      rows: first.map(number).join(', '),
    });
  };
  const lines: RowLineProps['line'][] = [
    ...rows.map((row) => ({ ...row, name: nameOf(row), intent: `take-rows:${row.from}-${row.to}` })),
    ...tests.map(({ spelling, text, rows: count, firstRows }) => ({
      name: nameOfTest(count, firstRows),
      reason: 'unknown-test' as const,
      text,
      intent: `take-test:${spelling}`,
    })),
  ];
  return (
    <ScrollTable label={t('data.list')} height="rows-left-out" heads={heads.map((head) => t(`data.${head}`))}>
      <tbody>
        {lines.map((line) => (
          <RowLine key={line.intent} line={line} editable={editable} />
        ))}
      </tbody>
    </ScrollTable>
  );
}

interface RowLineProps {
  line: { name: string; reason: RowsLeftOut['reason']; text: string; content?: string; intent: string };
  editable: boolean;
}

function RowLine({ line: { name, reason, text, content, intent }, editable }: RowLineProps) {
  const { t } = useTranslation('mapping');
  const isOwn = reason === 'user';
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        {t(`data.reasons.${reason}`)}
        {isOwn ? `: ${text}` : null}
      </td>
      <td>{isOwn ? content : text}</td>
      {editable ? (
        <td>
          {reason === 'blank' ? null : (
            <button type="submit" name="intent" value={intent} className="button-quiet">
              {t('data.take')} <span className="visually-hidden">({reason === 'unknown-test' ? text : name})</span>
            </button>
          )}
        </td>
      ) : null}
    </tr>
  );
}

const rowNumberField = { inputMode: 'numeric', autoComplete: 'off', maxLength: 12 } as const;

function RowFields({ typed, errors }: { typed: TypedRows; errors: readonly FormError[] }) {
  const { t } = useTranslation('mapping');
  const errorAt = (id: string) => errors.find(({ fieldId }) => fieldId === id)?.message;
  return (
    <FieldGroup id="leave-rows" legend={t('data.leave')} hint={t('data.leaveHint')}>
      <div className="reading-fields">
        <TextField
          id={dataRowIds.from}
          name="rowsFrom"
          label={t('data.from')}
          defaultValue={typed.from}
          error={errorAt(dataRowIds.from)}
          {...rowNumberField}
        />
        <TextField
          id={dataRowIds.to}
          name="rowsTo"
          label={t('data.to')}
          defaultValue={typed.to}
          error={errorAt(dataRowIds.to)}
          {...rowNumberField}
        />
        <TextField
          id={dataRowIds.reason}
          name="rowsReason"
          label={t('data.reason')}
          defaultValue={typed.reason}
          error={errorAt(dataRowIds.reason)}
          autoComplete="off"
          maxLength={maxRowReasonCharacters}
        />
      </div>
      <button type="submit" name="intent" value="leave-rows" className="button-quiet">
        {t('data.leaveButton')}
      </button>
    </FieldGroup>
  );
}
