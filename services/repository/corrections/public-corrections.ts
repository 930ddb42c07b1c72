import type { PublicCorrection } from '@domain/api/metadata-corrections';
import type { Language } from '@domain/language';
import { correctionsPerPage } from '@domain/limits';
import { localDay } from '@domain/local-time';
import type { FieldChange } from '@domain/metadata/compare';
import type { FormField } from '@domain/metadata/directives';
import { describedIn, type TextLanguage } from '@domain/metadata/text-language';
import { pageWindow } from '@domain/page-of';

import type { RepositoryContext } from '../context/context';
import { formFields } from '../metadata/schema';
import { readableFields } from '../search/published-fields';
import type { Queryable } from '../store/database';
import { countPublicCorrections, listCorrectionActs, listPublicCorrectionActs } from '../store/metadata-corrections';
import { findStudyOf } from '../store/studies';

/**
 * How the metadata of a data set was corrected since it was accepted, newest first; all of it without a window. Whoever
 * corrected it is not named.
 */
export async function listPublicCorrections(
  { db, settings }: Pick<RepositoryContext, 'db' | 'settings'>,
  upload: number,
  { language, window }: { language: Language; window?: { offset: number; limit: number } },
): Promise<PublicCorrection[]> {
  const acts = await listPublicCorrectionActs(db, upload, window);
  if (acts.length === 0) return [];
  const study = describedIn((await findStudyOf(db, upload))?.metadata ?? []);
  return acts.map(({ at, act, content }) => ({
    day: localDay(at, settings.timeZone),
    note: content.note ?? '',
    isConsented: act === 'consented-to-correction',
    fields: (content.changes ?? []).flatMap((change) => fieldsOf(change, { language, study })),
  }));
}

/** A page of the same and the number of all corrections. `page` counts from 1; one beyond the last is the last. */
export async function readPublicCorrections(
  repository: Pick<RepositoryContext, 'db' | 'settings'>,
  upload: number,
  { language, page }: { language: Language; page: number },
): Promise<{ corrections: PublicCorrection[]; total: number }> {
  const total = await countPublicCorrections(repository.db, upload);
  const window = pageWindow(total, page, correctionsPerPage);
  return { corrections: await listPublicCorrections(repository, upload, { language, window }), total };
}

/**
 * Changes of the metadata of a submission by another, accepted data set of its study, those of the embargo among them,
 * oldest first.
 */
export async function listReviewedCorrections(
  db: Queryable,
  upload: number,
): Promise<{ at: string; note: string; changes: FieldChange[] }[]> {
  const acts = await listCorrectionActs(db, upload, ['shortened-embargo', 'lengthened-embargo']);
  const before = acts.filter(({ statusBefore }) => statusBefore !== 'Accepted');
  return before.map(({ at, content }) => ({
    at: at.toISOString(),
    note: content.note ?? content.reason ?? '',
    changes: content.changes ?? [],
  }));
}

/** The public fields of a change whose values differ. */
function fieldsOf(
  { before, after }: FieldChange,
  texts: { language: Language; study: TextLanguage },
): PublicCorrection['fields'] {
  const readable = (entries: FieldChange['before']) =>
    new Map(readableFields(entries, texts).map((one) => [one.id, one]));
  const [was, is] = [readable(before), readable(after)];
  const changed = (id: number) =>
    JSON.stringify(entryOf(before, id)) !== JSON.stringify(entryOf(after, id)) && (was.has(id) || is.has(id));
  const fields = formFields(texts.language);
  const isRepeated = (id: number | null) => fields.some((field) => field.id === id && field.multi);
  const ownersOf = (field: FormField, entries: FieldChange['before'], values: typeof was) => {
    const [, parents] = entryOf(entries, field.id);
    const owners = isRepeated(field.nestedIn) ? values.get(field.nestedIn ?? 0)?.values : undefined;
    return (values.get(field.id)?.values ?? []).map((_, index) => owners?.[parents[index] ?? -1] ?? null);
  };
  return fields
    .filter(({ id }) => changed(id))
    .map((field) => ({
      id: field.id,
      name: field.label,
      before: was.get(field.id)?.values ?? [],
      after: is.get(field.id)?.values ?? [],
      languages: { before: was.get(field.id)?.languages ?? [], after: is.get(field.id)?.languages ?? [] },
      owners: { before: ownersOf(field, before, was), after: ownersOf(field, after, is) },
    }));
}

function entryOf(entries: FieldChange['before'], id: number): [values: string[], parents: number[]] {
  const entry = entries.find((one) => one.id === id);
  return [entry?.values ?? [], entry?.parents ?? []];
}
