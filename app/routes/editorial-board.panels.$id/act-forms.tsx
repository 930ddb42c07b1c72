import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { PanelView } from '@domain/api/editorial';
import type { BoardExpert } from '@domain/board/experts';
import { maxCommentCharacters } from '@domain/limits';

import type { FormError } from '~/forms/error-summary';
import { TextArea } from '~/forms/fields';
import { Form } from '~/forms/form';
import { type Entries, entryValue } from '~/forms/form-entries';

import { DecideFields, InviteFields } from './chair-fields';
import { type ActForm, type FormAct, nameOf, type ShownForm } from './panel-forms';

interface ActFormsProps {
  forms: readonly ActForm[];
  panels: readonly PanelView[];
  experts: readonly BoardExpert[];
  /** Texts that were sent after the end of a session, by the name of their form. */
  kept: Readonly<Record<string, { entries: Entries; time: string }>>;
  /** The form that was refused. */
  reply: { name: string; entries: Entries; errors: readonly FormError[] } | null | undefined;
}

/** The forms of the screen, each in a section of its own. */
export function ActForms({ forms, panels, experts, kept, reply }: ActFormsProps) {
  return forms.map((form) => {
    const name = nameOf(form);
    const own = reply?.name === name ? reply : null;
    const entries = own?.entries ?? kept[name]?.entries ?? [];
    const shown: ShownForm = {
      name,
      value: (field) => entryValue(entries, field),
      error: (field) => own?.errors.find(({ fieldId }) => fieldId === `${name}-${field}`)?.message,
    };
    const keptAt = own ? null : (kept[name]?.time ?? null);
    return (
      <ActSection key={name} form={form} panels={panels} keptAt={keptAt}>
        {form.act === 'invite' ? <InviteFields shown={shown} experts={experts} /> : null}
        {form.act === 'decide' ? <DecideFields shown={shown} panels={panels} /> : null}
        {form.act === 'accept' || form.act === 'invite' ? null : <Reason form={form} shown={shown} />}
      </ActSection>
    );
  });
}

function ActSection({
  form,
  panels,
  keptAt,
  children,
}: {
  form: ActForm;
  panels: readonly PanelView[];
  keptAt: string | null;
  children: ReactNode;
}) {
  const { t } = useTranslation('panels');
  const { act, panel } = form;
  const name = nameOf(form);
  const key = act === 'handOver' && panels.some(({ nr, mine }) => nr === panel && mine) ? 'handOverOwn' : act;
  return (
    <section aria-labelledby={`${name}-heading`}>
      <h3 id={`${name}-heading`}>{t(`acts.${key}.heading`, { number: panel })}</h3>
      <p className="hint">{t(`acts.${key}.hint`)}</p>
      <Form id={name} reloadDocument>
        {keptAt === null ? null : (
          <p className="draft-note" role="note">
            {t('form-versions:draft.savedAfterSessionEnd', { time: keptAt })}
          </p>
        )}
        <input type="hidden" name="act" value={act} />
        {panel === null ? null : <input type="hidden" name="panel" value={panel} />}
        {children}
        <div className="actions">
          <button type="submit">{t(`acts.${key}.button`, { number: panel })}</button>
        </div>
      </Form>
    </section>
  );
}

/** Acts whose reason may be left out. */
function isFree({ act }: ActForm): boolean {
  return act === 'decline';
}

/** Who reads the reason, where that is not the board alone. */
const reasonHints: Partial<Record<FormAct, 'reason.forContributor' | 'reason.withReopening'>> = {
  decide: 'reason.forContributor',
  reopen: 'reason.withReopening',
};

function Reason({ form, shown }: { form: ActForm; shown: ShownForm }) {
  const { t } = useTranslation('panels');
  const hint = t(reasonHints[form.act] ?? 'reason.hint', { max: maxCommentCharacters });
  return (
    <TextArea
      id={`${shown.name}-reason`}
      name="reason"
      rows={3}
      label={t(isFree(form) ? 'reason.optional' : 'reason.label')}
      hint={hint}
      defaultValue={shown.value('reason')}
      error={shown.error('reason')}
    />
  );
}
