import { useTranslation } from 'react-i18next';

import type { NormOverview } from '@domain/api/norms';
import { normSexes } from '@domain/norms/age-groups';

import { useNormWords } from '~/components/norms/norm-words';
import type { FormError } from '~/forms/error-summary';
import { FieldGroup, RadioGroup, SelectField, TextField } from '~/forms/fields';
import { type Entries, entryValue } from '~/forms/form-entries';
import { compareActs, standingField } from '~/forms/standing-fields';

interface StandingFormProps {
  overview: NormOverview;
  /** Key of the result that is shown; '' without one. */
  shown: string;
  /** The form as it was sent; empty before. */
  entries: Entries;
  errors: readonly FormError[];
}

/** Where does a result stand? A part of the form of the page, which is posted: nothing of it is in an address. */
export function StandingForm({ overview, shown, entries, errors }: StandingFormProps) {
  const { t } = useTranslation('compare');
  const words = useNormWords();
  const field = (name: string) => {
    const id = standingField(name);
    const error = errors.find(({ fieldId }) => fieldId === id)?.message;
    return { id, name: id, error, defaultValue: entryValue(entries, name), label: t(`standing.${name}`) };
  };
  const tests = overview.tests.map((test) => ({ value: test.key, label: words.labelWithUnit(test) }));
  const test = field('test');
  return (
    <section aria-labelledby="standing">
      <h2 id="standing">{t('standing.heading')}</h2>
      <p>{t('standing.intro')}</p>
      <div role="form" aria-labelledby="standing">
        <div className="compare-fields">
          <SelectField {...test} options={tests} empty={t('form.choose')} defaultValue={test.defaultValue || shown} />
          <TextField {...field('value')} hint={t('standing.valueHint')} maxLength={20} />
          <TextField {...field('age')} hint={t('standing.ageHint')} inputMode="decimal" maxLength={10} />
          <RadioGroup
            {...field('sex')}
            label={t('standing.who')}
            options={normSexes.map((sex) => ({ value: sex, label: t(`standing.sexes.${sex}`) }))}
          />
          <FieldGroup id="standing-dates" legend={t('standing.dates')}>
            <div className="compare-range">
              <TextField {...field('born')} type="date" />
              <TextField {...field('tested')} type="date" />
            </div>
          </FieldGroup>
        </div>
        <p className="actions">
          <button type="submit" name="intent" value={compareActs.place} className="button-primary">
            {t('standing.button')}
          </button>
        </p>
      </div>
    </section>
  );
}
