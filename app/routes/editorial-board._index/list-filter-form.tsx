import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { type ListQuery, usualSort } from '@domain/api/board-list';
import { maxSearchTermCharacters } from '@domain/limits';
import { isMotorTest, motorTests } from '@domain/motor-tests';
import { uploadKinds } from '@domain/upload-id';
import { uploadStatuses } from '@domain/upload-status';
import { Form } from '~/forms/form';
import { paths } from '~/paths';

import { isNarrowed, listAddress } from './list-address';

/** Statuses in which a submission can be. */
const statuses = uploadStatuses.filter((status) => status !== 'Uploaded');

/**
 * Form that narrows the list. It sends its entries as an address, so that they can be kept as a bookmark. The key
 * makes its fields show the entries of the address after a link has changed it.
 */
export function ListFilterForm({ query }: { query: ListQuery }) {
  const { t } = useTranslation('board-list');
  const { show, sort } = query;
  return (
    <Form
      method="get"
      action={paths.editorialBoard()}
      className="list-filter"
      aria-label={t('filter.label')}
      key={JSON.stringify(query)}
    >
      {show === 'all' ? null : <input type="hidden" name="show" value={show} />}
      {sort === usualSort ? null : <input type="hidden" name="sort" value={sort} />}
      <TextField name="q" value={query.q} maxLength={maxSearchTermCharacters} />
      <Choice name="status" value={query.status} values={statuses} textOf={(status) => t(`status.${status}`)} />
      <Choice name="kind" value={query.kind} values={uploadKinds} textOf={(kind) => kind.toUpperCase()} />
      <TestChoice value={query.test} />
      <TextField name="expert" value={query.expert} maxLength={320} />
      <span className="list-filter-buttons">
        <button type="submit" className="button-quiet">
          {t('filter.apply')}
        </button>
        {isNarrowed(query) ? (
          <Link to={paths.editorialList(listAddress({ show, sort }))}>{t('filter.clear')}</Link>
        ) : null}
      </span>
    </Form>
  );
}

interface TextFieldProps {
  name: 'q' | 'expert';
  value: string | undefined;
  maxLength: number;
}

function TextField({ name, value, maxLength }: TextFieldProps) {
  const { t } = useTranslation('board-list');
  const id = `list-${name}`;
  return (
    <span className="filter-field">
      <label htmlFor={id}>{t(`filter.${name}`)}</label>
      <input id={id} name={name} type="text" autoComplete="off" maxLength={maxLength} defaultValue={value ?? ''} />
    </span>
  );
}

interface ChoiceProps<Value extends string> {
  name: 'status' | 'kind';
  value: Value | undefined;
  values: readonly Value[];
  textOf: (value: Value) => string;
}

function Choice<Value extends string>({ name, value, values, textOf }: ChoiceProps<Value>) {
  const { t } = useTranslation('board-list');
  const id = `list-${name}`;
  return (
    <span className="filter-field">
      <label htmlFor={id}>{t(`filter.${name}`)}</label>
      <select id={id} name={name} defaultValue={value ?? ''} autoComplete="off">
        <option value="">{t('filter.all')}</option>
        {values.map((one) => (
          <option key={one} value={one}>
            {textOf(one)}
          </option>
        ))}
      </select>
    </span>
  );
}

/** The motor tests. An address may ask for another key of the vocabulary, which is offered then, too. */
function TestChoice({ value }: { value: string | undefined }) {
  const { t } = useTranslation('board-list');
  const tests: readonly string[] = value === undefined || isMotorTest(value) ? motorTests : [...motorTests, value];
  return (
    <span className="filter-field">
      <label htmlFor="list-test">{t('filter.test')}</label>
      <select id="list-test" name="test" defaultValue={value ?? ''} autoComplete="off">
        <option value="">{t('filter.all')}</option>
        {tests.map((test) => (
          <option key={test} value={test}>
            {isMotorTest(test) ? t(`tests:${test}.short`) : test}
          </option>
        ))}
      </select>
    </span>
  );
}
