import { useTranslation } from 'react-i18next';

import { openedField, packOpened, parseOpened } from '~/forms/opened-form';
import { entryValue, type Entries } from '~/forms/form-entries';
import { DraftNote, type ShownDraft } from './draft-note';

/** A version that was set aside, as a screen tells of it. */
export interface ShownAside {
  id: string;
  reason: 'conflict' | 'discarded' | 'submitted';
  /** When it was typed, written out. */
  time: string;
}

/** Another window was first. */
export interface ShownConflict {
  /** What was seen of its version. */
  seen: string;
  /** What the form was sent for. */
  intent: string;
}

/** What a form knows of its versions. */
export interface FormVersions {
  /** What it was opened with. */
  opened: string;
  /** Which window has written its draft, or saved it, last. */
  writer: string;
  /** Address that keeps its draft by script. */
  autosave: string;
  draft: ShownDraft | null;
  aside: ShownAside[];
  conflict: ShownConflict | null;
}

/** The versions of a form that is shown again as it was typed; as they are when it is not. */
export function versionsAgain(
  versions: FormVersions,
  again: { entries: Entries; conflict?: ShownConflict | null } | null | undefined,
): FormVersions {
  if (!again) return versions;
  const opened = openedAgain(versions, entryValue(again.entries, openedField));
  return { ...versions, opened, draft: null, aside: [], conflict: again.conflict ?? null };
}

/** What the form counts as opened with: its own draft, once that is kept. */
function openedAgain(versions: FormVersions, posted: string): string {
  const [before, now] = [parseOpened(posted), parseOpened(versions.opened)];
  if (!before || !now || before.writer !== versions.writer) return posted || versions.opened;
  return packOpened({ ...now, writer: before.writer, openedAt: before.openedAt });
}

/** Tells of the versions of a form and offers to choose one. Stands first inside the form. */
export function VersionNotes({ versions }: { versions: FormVersions }) {
  return (
    <>
      {versions.conflict ? <OtherVersion conflict={versions.conflict} /> : null}
      <DraftNote draft={versions.draft} />
      {versions.aside.map((version) => (
        <AsideNote version={version} key={version.id} />
      ))}
    </>
  );
}

function OtherVersion({ conflict: { seen, intent } }: { conflict: ShownConflict }) {
  const { t } = useTranslation('forms');
  return (
    <div className="notice notice-question" id="other-version" tabIndex={-1}>
      <p>{t('versions.choose')}</p>
      <div className="actions">
        <button type="submit" name="intent" value={`keep:${seen}:${intent}`}>
          {t('versions.keepMine')}
        </button>
        <button type="submit" name="intent" value="show-other" className="button-quiet">
          {t('versions.showOther')}
        </button>
      </div>
    </div>
  );
}

function AsideNote({ version: { id, reason, time } }: { version: ShownAside }) {
  const { t } = useTranslation('forms');
  return (
    <div className="draft-note" role="note">
      <p>{t(`versions.aside.${reason}`, { time })}</p>
      <button type="submit" name="intent" value={`bring-back:${id}`} className="button-quiet">
        {t('versions.bringBack')}
        <span className="visually-hidden"> {t('versions.of', { time })}</span>
      </button>
      <details>
        <summary>
          {t('versions.discard')}
          <span className="visually-hidden"> {t('versions.of', { time })}</span>
        </summary>
        <button type="submit" name="intent" value={`discard-aside:${id}`} className="button-quiet">
          {t('versions.discardForGood')}
          <span className="visually-hidden"> {t('versions.of', { time })}</span>
        </button>
      </details>
    </div>
  );
}
