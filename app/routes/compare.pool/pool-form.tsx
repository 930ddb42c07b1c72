import { useTranslation } from 'react-i18next';

import { wholeRanges } from '@domain/choice-ranges';
import { type Language, languageNames, languages } from '@domain/language-code';
import { motorTests } from '@domain/motor-tests';
import { type PoolChoice, poolFormats, type PoolFormat, poolSexes } from '@domain/pool/pool-choice';

import type { FormError } from '~/forms/error-summary';
import { CheckboxField, FieldGroup, SelectField, TextField } from '~/forms/fields';
import { paths } from '~/paths';

import { DataSetTable } from './data-set-table';
import type { FoundPool } from './find-pool.server';

interface PoolFormProps {
  found: FoundPool;
  /** The rows and columns for which the form is shown. */
  fit: string;
  format: PoolFormat;
  language: Language;
  /** What is wrong with the choice, and the fields as they were sent then. */
  errors: readonly FormError[];
  typed: Partial<Record<string, string>>;
}

/** What is chosen. A GET form, so that its address can be shared; one button shows it anew, the other takes the table. */
export function PoolForm({ found, fit, format, language, ...sent }: PoolFormProps) {
  const { t } = useTranslation('pool');
  return (
    <form method="get" action={paths.pool()} aria-label={t('form.label')}>
      <input type="hidden" name="shown" value={fit} />
      <h2>{t('form.rows')}</h2>
      <Tests found={found} />
      <Rows found={found} {...sent} />
      <p className="actions">
        <button type="submit" className="button-quiet">
          {t('form.show')}
        </button>
      </p>
      <h2>{t('sets.heading')}</h2>
      <DataSetTable found={found} />
      <h2>{t('form.file')}</h2>
      <FileFields format={format} language={language} />
      <p className="actions">
        <button type="submit" className="button-primary" formAction={paths.poolFile()}>
          {t('form.take')}
        </button>
      </p>
      <p className="hint">{t('form.takeHint')}</p>
    </form>
  );
}

function FileFields({ format, language }: Pick<PoolFormProps, 'format' | 'language'>) {
  const { t } = useTranslation('pool');
  return (
    <div className="pool-fields">
      <SelectField
        id="pool-format"
        name="format"
        label={t('form.format')}
        options={poolFormats.map((value) => ({ value, label: t(`form.formats.${value}`) }))}
        defaultValue={format}
      />
      <SelectField
        id="pool-language"
        name="lang"
        label={t('form.language')}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        defaultValue={language}
      />
    </div>
  );
}

function Tests({ found: { choice } }: Pick<PoolFormProps, 'found'>) {
  const { t } = useTranslation(['pool', 'tests']);
  return (
    <FieldGroup id="pool-tests" legend={t('pool:form.tests')} hint={t('pool:form.testsHint')}>
      <div className="pool-boxes">
        {motorTests.map((test) => (
          <CheckboxField
            key={test}
            id={`pool-test-${test}`}
            name="test"
            value={test}
            label={t(`tests:${test}.long`)}
            defaultChecked={choice.tests.includes(test)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

/** Ages, years, sex and countries. */
function Rows({ found: { choice, countries }, ...sent }: Pick<PoolFormProps, 'found' | 'errors' | 'typed'>) {
  const { t } = useTranslation('pool');
  return (
    <>
      <div className="pool-ranges">
        <Range name="age" chosen={choice.ages} {...sent} />
        <Range name="year" chosen={choice.years} {...sent} />
      </div>
      <FieldGroup id="pool-sex" legend={t('form.sex')} hint={t('form.noneHint')}>
        <div className="pool-boxes">
          {poolSexes.map((sex) => (
            <CheckboxField
              key={sex}
              id={`pool-sex-${sex}`}
              name="sex"
              value={sex}
              label={t(`form.sexes.${sex}`)}
              defaultChecked={choice.sexes.includes(sex)}
            />
          ))}
        </div>
      </FieldGroup>
      {countries.length > 0 ? <Countries found={{ choice, countries }} /> : null}
    </>
  );
}

function Countries({ found: { choice, countries } }: { found: Pick<FoundPool, 'choice' | 'countries'> }) {
  const { t } = useTranslation('pool');
  return (
    <FieldGroup id="pool-countries" legend={t('form.countries')} hint={t('form.noneHint')}>
      <div className="pool-boxes">
        {countries.map(({ code, label }) => (
          <CheckboxField
            key={code}
            id={`pool-country-${code}`}
            name="country"
            value={code}
            label={label}
            defaultChecked={choice.countries.includes(code)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

interface RangeProps extends Pick<PoolFormProps, 'errors' | 'typed'> {
  name: 'age' | 'year';
  chosen: PoolChoice['ages'];
}

/** Two ends, each of which may be left empty. */
function Range({ name, chosen, errors, typed }: RangeProps) {
  const { t } = useTranslation('pool');
  const limits = wholeRanges[`${name}s`];
  const shown = (end: 'start' | 'end') => (chosen && chosen[end] !== limits[end] ? String(chosen[end]) : '');
  return (
    <FieldGroup id={`pool-${name}`} legend={t(`form.${name}s.legend`)}>
      <div className="pool-fields">
        {(['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            id={`pool-${name}-${end}`}
            name={`${name}-${end}`}
            label={t(`form.${name}s.${end}`)}
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            defaultValue={typed[`${name}-${end}`] ?? shown(end === 'from' ? 'start' : 'end')}
            error={errors.find(({ fieldId }) => fieldId === `pool-${name}-${end}`)?.message}
          />
        ))}
      </div>
    </FieldGroup>
  );
}
