import { useTranslation } from 'react-i18next';

import { maxTopics } from '@domain/board/profiles';
import { maxValueCharacters } from '@domain/limits';
import { motorTests } from '@domain/motor-tests';

import type { FormError } from '~/forms/error-summary';
import { FieldGroup, RadioGroup, TextArea, TextField } from '~/forms/fields';
import { type Entries, entryValue, entryValues } from '~/forms/form-entries';

/** Id of a field's control. */
export const fieldIdOf = (name: string) => `profile-${name}`;

/** Most lines of words; the others are for the tests. */
export const maxWords = maxTopics - motorTests.length;

/** Institution, topics, absence and mails of a member of the board. */
export function ProfileFields({ entries, errors }: { entries: Entries; errors: readonly FormError[] }) {
  const { t } = useTranslation('board-profile');
  const field = (name: string) => ({
    id: fieldIdOf(name),
    name,
    error: errors.find(({ fieldId }) => fieldId === fieldIdOf(name))?.message ?? null,
    defaultValue: entryValue(entries, name),
  });
  return (
    <>
      <TextField
        {...field('institution')}
        label={t('institution.label')}
        hint={t('institution.hint')}
        maxLength={maxValueCharacters}
        autoComplete="organization"
      />
      <Tests ticked={entryValues(entries, 'tests')} />
      <TextArea {...field('words')} rows={4} label={t('words.label')} hint={t('words.hint', { count: maxWords })} />
      <FieldGroup id="profile-away" legend={t('away.legend')} hint={t('away.hint')}>
        <TextField {...field('awayFrom')} type="date" label={t('away.from')} />
        <TextField {...field('awayUntil')} type="date" label={t('away.until')} />
      </FieldGroup>
      <RadioGroup
        {...field('mails')}
        label={t('mails.legend')}
        options={(['each', 'daily'] as const).map((mails) => ({ value: mails, label: t(`mails.${mails}`) }))}
      />
    </>
  );
}

function Tests({ ticked }: { ticked: readonly string[] }) {
  const { t } = useTranslation('board-profile');
  return (
    <FieldGroup id="profile-tests" legend={t('tests.legend')} hint={t('tests.hint')}>
      <div className="topic-choices">
        {motorTests.map((test) => (
          <div className="choice" key={test}>
            <input
              type="checkbox"
              id={`profile-test-${test}`}
              name="tests"
              value={test}
              defaultChecked={ticked.includes(test)}
            />
            <label htmlFor={`profile-test-${test}`}>{t(`tests:${test}.long`)}</label>
          </div>
        ))}
      </div>
    </FieldGroup>
  );
}
