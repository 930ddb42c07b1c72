import type { SerializeFrom } from '@remix-run/node';
import { useTranslation } from 'react-i18next';

import { DataGrid } from '~/components/data-grid/data-grid';
import { targetGroups } from '~/components/mapping-grid/target-options';
import { TargetSelect } from '~/components/mapping-grid/target-select';
import { classFields, nameTarget, unusedColumns } from '~/forms/class-form';
import { ErrorSummary } from '~/forms/error-summary';
import { TextField } from '~/forms/fields';
import { columnsId, linkedErrors, targetFieldId } from '~/forms/mapping-form';
import type { ClassStep } from '~/screens/my-class.server';

import { ClassForm, StepHeading } from './class-form';

type Shown = SerializeFrom<Extract<ClassStep, { step: 'mapping' }>>;

/** The second step: what the columns mean. Columns of the same name in several tables mean the same. */
export function MappingStep({ shown }: { shown: Shown }) {
  const { t } = useTranslation('my-class');
  const { carried, columns, tableNames, skipped, likeData, targets, recognised, errors } = shown;
  const unused = recognised === null ? [] : unusedColumns(columns, new Map(carried.choices));
  return (
    <>
      <ErrorSummary errors={linkedErrors(errors, columns)} />
      <StepHeading step="mapping" />
      <ClassForm step="mapping" carried={carried} showsChoices>
        <section id={columnsId} aria-label={t('mapping.heading')} tabIndex={-1} className="mapping-columns">
          {recognised === null ? null : (
            <p>{recognised > 0 ? t('mapping.preset', { count: recognised }) : t('mapping.presetNone')}</p>
          )}
          {likeData ? <p className="notice">{t('mapping.noHeaders', { cells: likeData.join(', ') })}</p> : null}
          {unused.length > 0 ? <p className="notice">{t('mapping.unused', { names: unused.join(', ') })}</p> : null}
          {tableNames.length > 1 ? <p>{t('mapping.tables', { names: tableNames.join(', ') })}</p> : null}
          {skipped.length > 0 ? <p>{t('mapping.skipped', { names: skipped.join(', ') })}</p> : null}
          <ClassGrid shown={shown} />
        </section>
        <TextField
          id={classFields.testDate}
          name="testDate"
          label={t('mapping.testDate')}
          hint={t('mapping.testDateHint')}
          defaultValue={carried.testDate}
          error={errors.find(({ fieldId }) => fieldId === classFields.testDate)?.message}
          autoComplete="off"
          maxLength={20}
        />
        <Actions hasMore={!carried.allTargets && targets.some(({ rare }) => rare)} />
      </ClassForm>
    </>
  );
}

function Actions({ hasMore }: { hasMore: boolean }) {
  const { t } = useTranslation('my-class');
  return (
    <p className="actions">
      <button type="submit" name="intent" value="report">
        {t('mapping.compare')}
      </button>
      <button type="submit" name="intent" value="take" className="button-quiet">
        {t('mapping.back')}
      </button>
      {hasMore ? (
        <button type="submit" name="intent" value="targets" className="button-quiet">
          {t('mapping.rareTargets')}
        </button>
      ) : null}
    </p>
  );
}

/** Targets with the first trial of each test of which another trial is among them. */
function withFirstTrials(chosen: readonly string[]): Set<string> {
  return new Set([...chosen, ...chosen.map((value) => value.replace(/\.t\d(?=\|)/, '.t1'))]);
}

/** One select for each column, above the first rows of the first table that has it. */
function ClassGrid({ shown: { carried, columns, rows, targets, errors } }: { shown: Shown }) {
  const { t } = useTranslation('my-class');
  const choices = new Map(carried.choices);
  const offered = targetGroups(targets, { all: carried.allTargets, chosen: withFirstTrials([...choices.values()]) });
  const own = { label: t('mapping.forReport'), options: [{ value: nameTarget, label: t('mapping.name') }] };
  const groups = [own, ...offered];
  return (
    <DataGrid
      caption={t('mapping.caption')}
      label={t('mapping.caption')}
      columns={columns}
      rows={rows}
      targets={columns.map((column, position) => (
        <TargetSelect
          key={column.index}
          column={column}
          sample={rows.flatMap(({ values }) => values[position] ?? []).filter((cell) => cell !== '')}
          choice={choices.get(column.name) ?? ''}
          error={errors.find(({ fieldId }) => fieldId === targetFieldId(column.letters))?.message}
          groups={groups}
        />
      ))}
    />
  );
}
