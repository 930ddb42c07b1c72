import { data } from '@remix-run/node';

import type { EditorialUpload } from '@domain/api/editorial';
import { type PanelNumber, panels } from '@domain/limits';
import type { DistributionsView } from '~/components/distributions/distributions';
import { openForm } from '~/drafts/draftable-form.server';
import type { FormVersions } from '~/drafts/form-snapshot';
import { meaningOfVote, typedVote, type TypedVote } from '~/forms/vote-form';
import type { LoadContext } from '~/load-context';
import { readOwnCloseness } from '~/screens/own-closeness.server';
import { listDocuments } from '~/repository-client/documents';
import { readGlance } from '~/repository-client/editorial';
import { orNull } from '~/repository-client/transport';
import { paths } from '~/paths';
import { readUploadState } from '~/repository-client/uploads';
import { loadDistributions } from '~/screens/check.server';
import { readSavedMetadata } from '~/screens/metadata.server';
import { isData, openParts } from '~/screens/upload.server';
import { openSubmission, storedVote, voteForm } from '~/screens/vote-form.server';

/** Panel in an address; the first one by default. */
export function panelOf(search: URLSearchParams): PanelNumber {
  return search.get('panel') === '2' ? 2 : 1;
}

/**
 * The submission of an address with the drafts of both panels, and what is to be known before a vote. A closed one is
 * shown with a note, and so are the drafts for one that is no longer with the board.
 */
export async function loadVote(context: LoadContext, id: string) {
  const { submission, state } = await openSubmission(context, id);
  const drafts: { panel: PanelNumber; typed: TypedVote | null; versions: FormVersions }[] = [];
  for (const panel of panels) {
    const { entries, versions } = await openForm(context, voteForm(context, id, panel), {
      meaningOf: (draft) => meaningOfVote(draft ?? storedVote(context, submission, panel)),
    });
    drafts.push({ panel, typed: entries && typedVote(entries), versions });
  }
  const expert = context.user?.email ?? '';
  const parts = submission && openParts({ standing: submission.upload.standing, status: submission.state });
  const documents = parts?.readsFile ? await orNull(listDocuments(context, id)) : [];
  const glanced = await loadGlance(context, id, submission);
  const shown = { id, submission, state, drafts, expert, documents, ...parts, ...glanced };
  return data(shown, { status: state === 'gone' ? 404 : 200 });
}

/**
 * The submission at a glance, null for parties to it and if it cannot be read now, the fields of the metadata if some
 * of it has changed, and what the expert has in common with its authors. The vote is possible without.
 */
async function loadGlance(context: LoadContext, id: string, submission: EditorialUpload | null) {
  if (submission?.upload.standing !== 'board') return { glance: null, fields: [], closeness: null, distributions: [] };
  const declares = submission.votes.some(({ editable }) => editable);
  const [glance, closeness] = await Promise.all([
    orNull(readGlance(context, id)),
    declares ? readOwnCloseness(context, id) : null,
  ]);
  const compared = [...(glance?.rounds ?? []), glance?.newVersion?.changes ?? null];
  const hasChanges = compared.some((changes) => changes !== null && changes.metadata.length > 0);
  const saved =
    hasChanges || (glance?.corrections.length ?? 0) > 0 ? await orNull(readSavedMetadata(context, id)) : null;
  const distributions = glance?.content ? await loadTableDistributions(context, id) : [];
  return { glance, fields: saved?.fields ?? [], closeness, distributions };
}

/** Tables whose distributions are shown at a glance. Those of the others have links. */
const tablesShown = 4;

/** Distributions of the first tables, as far as they can be counted quickly; others have a link to their page. */
async function loadTableDistributions(context: LoadContext, id: string) {
  const upload = await orNull(readUploadState(context, id));
  const shown = upload?.tables.filter((table) => isData(table)).slice(0, tablesShown) ?? [];
  const views: { table: string; view: DistributionsView }[] = [];
  for (const table of shown) {
    const view = await orNull(loadDistributions(context, upload!, table, new URLSearchParams()));
    if (!view) continue;
    const address = `${paths.editorialCheck(id, table.name)}&distributions=shown#distributions`;
    views.push({ table: table.name, view: 'address' in view ? { ...view, address } : view });
  }
  return views;
}
