import { useTranslation } from 'react-i18next';

import type { NormOverview, Norms } from '@domain/api/norms';
import { wholeRanges } from '@domain/choice-ranges';
import { normSexes } from '@domain/norms/age-groups';

import { comparePage, formFields, noChoice, type NormAddress } from '~/components/norms/norm-address';
import { useNormWords } from '~/components/norms/norm-words';
import type { FormError } from '~/forms/error-summary';
import { CheckboxField, FieldGroup, SelectField, TextField } from '~/forms/fields';
import { compareActs } from '~/forms/standing-fields';

interface ChoiceProps {
  overview: NormOverview;
  address: NormAddress;
  /** Norms of the chosen result; null without one. */
  norms: Norms | null;
  /** What is wrong with the choice, and the choice as it was typed; null if nothing is. */
  errors: readonly FormError[];
  typed: URLSearchParams | null;
}

/** A choice that cannot be read, as it was sent. */
type Sent = Pick<ChoiceProps, 'errors' | 'typed'>;

/**
 * What is compared. A part of the form of the page, so that a button for the language or about a result keeps it as well; its
 * button leads to an address that can be shared.
 */
export function ChoiceForm({ overview, address, norms, errors, typed }: ChoiceProps) {
  const { t } = useTranslation('compare');
  const words = useNormWords();
  const tests = overview.tests.map((test) => ({ value: test.key, label: words.labelWithUnit(test) }));
  const sexes = normSexes.map((sex) => ({ value: sex, label: t(`form.sexes.${sex}`) }));
  return (
    <div role="group" className="compare-form" aria-label={t('form.label')}>
      <input type="hidden" name={formFields.shown} value={address.test ?? ''} />
      <div className="compare-fields">
        <SelectField
          id="compare-test"
          name="test"
          label={t('form.test')}
          options={tests}
          empty={t('form.choose')}
          defaultValue={address.test ?? ''}
        />
        <SelectField
          id="compare-sex"
          name="sex"
          label={t('form.sex')}
          options={sexes}
          empty={t('form.bothSexes')}
          defaultValue={address.choice.sex ?? ''}
        />
      </div>
      {norms ? <Narrower norms={norms} overview={overview} address={address} errors={errors} typed={typed} /> : null}
      <p className="actions">
        <button type="submit" name="intent" value={compareActs.show} className="button-primary">
          {t('form.show')}
        </button>
        {norms && isNarrowed(address) ? (
          <a href={comparePage({ test: address.test, choice: noChoice })}>{t('form.reset')}</a>
        ) : null}
      </p>
    </div>
  );
}

/** Whether anything but the result and the sex is chosen. */
function isNarrowed({ choice: { ages, years, countries, dataSets, version } }: NormAddress): boolean {
  return (ages ?? years ?? version) !== null || countries.length > 0 || dataSets.length > 0;
}

/** Ages, years, countries, data sets and version. Open while one of them is chosen. */
function Narrower({ norms, overview, address, ...sent }: ChoiceProps & { norms: Norms }) {
  const { t } = useTranslation('compare');
  const words = useNormWords();
  const { choice } = address;
  return (
    <details className="compare-more" open={isNarrowed(address) || sent.errors.length > 0}>
      <summary>{t('form.more')}</summary>
      <div className="compare-fields">
        <Range name="age" offered={norms.offered.ages} chosen={choice.ages} {...sent} />
        <Range name="year" offered={norms.offered.years} chosen={choice.years} {...sent} />
        {overview.versions.length > 1 || choice.version !== null ? (
          <SelectField
            id="compare-version"
            name="version"
            label={t('form.version')}
            options={overview.versions.map(({ version }) => ({ value: version, label: words.version(version) }))}
            empty={t('form.newest')}
            defaultValue={choice.version ?? ''}
          />
        ) : null}
      </div>
      <Countries norms={norms} chosen={choice.countries} />
      <DataSets norms={norms} {...sent} />
    </details>
  );
}

function Countries({ norms, chosen }: { norms: Norms; chosen: readonly string[] }) {
  const { t } = useTranslation('compare');
  const { countries } = norms.offered;
  if (countries.length < 2) return null;
  return (
    <FieldGroup id="compare-countries" legend={t('form.countries')} hint={t('form.countriesHint')}>
      <div className="compare-boxes">
        {countries.map(({ code, label }) => (
          <CheckboxField
            key={code}
            id={`country-${code}`}
            name="country"
            value={code}
            label={label}
            defaultChecked={chosen.includes(code)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

/** No data set has this number: with it, ticking all that are offered is a choice of them. */
const otherDataSets = '0';

/**
 * A box for each data set. All are ticked if none has been chosen, so that one can be left out with one step. Of too many
 * those that were chosen have boxes, and others are added by their numbers.
 */
function DataSets({ norms: { offered, choice }, errors, typed }: Sent & { norms: Norms }) {
  const { t } = useTranslation('compare');
  const words = useNormWords();
  const { dataSets, dataSetsInAll } = offered;
  if (dataSetsInAll < 2) return null;
  const isMany = dataSetsInAll > dataSets.length;
  const seen = [...dataSets.map(({ nr }) => String(nr)), ...(isMany ? [otherDataSets] : [])];
  const hint = isMany ? t('form.manyDataSets', { all: words.number(dataSetsInAll) }) : t('form.dataSetsHint');
  const hints = [hint, ...(dataSets.some(({ isClosed }) => isClosed) ? [t('form.closedHint')] : [])];
  return (
    <FieldGroup id="compare-sets" legend={t('form.dataSets')} hint={hints.join(' ')}>
      <input type="hidden" name={formFields.seen} value={seen.join('.')} />
      <div className="compare-boxes">
        {dataSets.map(({ nr, title, isClosed }) => (
          <CheckboxField
            key={nr}
            id={`set-${nr}`}
            name="set"
            value={String(nr)}
            label={t(isClosed ? 'form.closedDataSet' : 'form.dataSet', { title, nr })}
            defaultChecked={choice.dataSets.length === 0 || choice.dataSets.includes(nr)}
          />
        ))}
      </div>
      {isMany ? (
        <TextField
          id="compare-numbers"
          name="numbers"
          label={t('form.numbers')}
          hint={t('form.numbersHint')}
          defaultValue={typed?.get('numbers') ?? ''}
          error={errors.find(({ fieldId }) => fieldId === 'compare-numbers')?.message}
          autoComplete="off"
        />
      ) : null}
    </FieldGroup>
  );
}

interface RangeProps extends Sent {
  name: 'age' | 'year';
  /** What there is; null without results. */
  offered: { start: number; end: number } | null;
  chosen: { start: number; end: number } | null;
}

/** Two ends of ages or years. An end that excludes nothing is left empty. */
function Range({ name, offered, chosen, errors, typed }: RangeProps) {
  const { t } = useTranslation('compare');
  const whole = wholeRanges[`${name}s`];
  const shown = (end: number | undefined, open: number) => (end === undefined || end === open ? '' : String(end));
  const field = (side: 'from' | 'to', known: string) => {
    const id = `compare-${name}-${side}`;
    const error = errors.find(({ fieldId }) => fieldId === id)?.message;
    return { id, name: `${name}-${side}`, defaultValue: typed?.get(`${name}-${side}`) ?? known, error };
  };
  return (
    <FieldGroup
      id={`compare-${name}`}
      legend={t(`form.${name}s`)}
      hint={offered ? t('form.offered', offered) : undefined}
    >
      <div className="compare-range">
        <TextField
          {...field('from', shown(chosen?.start, whole.start))}
          label={t(`form.${name}From`)}
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
        />
        <TextField
          {...field('to', shown(chosen?.end, whole.end))}
          label={t(`form.${name}To`)}
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
        />
      </div>
    </FieldGroup>
  );
}
