import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { requireUser } from '~/auth/guards';
import type { PreservedForm } from '~/drafts/preserved-form';
import { mappingFormId } from '~/components/mapping-grid/mapping-form';
import { entryValues, type FormEntries, readIntent } from '~/forms/form-entries';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { orFailurePage } from '~/repository-client/transport';
import { findReading } from '~/repository-client/uploads';
import { loadMapping, mappingForm } from '~/screens/mapping.server';
import { readDraftableForm, saveDraft } from '~/drafts/post-draft.server';
import { type FormReply, refuseForm, showRefusal } from '~/screens/posted-form.server';
import { changeTableUse, leaveRows, settleRows, takeRows, takeTest } from './change-data.server';
import {
  applyBattery,
  applyMappingTemplate,
  clearMapping,
  saveMappingTemplate,
  suggestMapping,
} from './fill-mapping.server';
import { MappingPage } from './mapping-page';
import { type PostedMapping, saveMappingForm, turnMappingPage } from './save-mapping.server';
import { findChosenReading, reparseUpload } from './reparse-upload.server';
import { loadUpload, loadUploadWithFile, sameTables, uploadIdOf } from '~/screens/upload.server';

export const handle = {
  title: 'mapping:title',
  step: 'mapping',
  help: 'mapping',
  placesFlash: true,
  preservesForm(data: unknown): PreservedForm | null {
    const { upload, grid } = data as SerializeFrom<typeof loader>;
    if (!grid || grid.readOnly) return null;
    return { kind: 'mapping', id: mappingFormId, object: `${upload.id}/${grid.table.name}` };
  },
};

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  const upload = await loadUploadWithFile(context, params);
  const [mapping, reading] = await Promise.all([
    loadMapping(context, upload, new URL(request.url).searchParams, 'contributor'),
    orFailurePage(findReading(context, upload.id)),
  ]);
  return { ...mapping, reading, chosen: await findChosenReading(context, upload, reading) };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const id = uploadIdOf(params);
  const search = new URL(request.url).searchParams;
  const [table, columns, targets] = ['table', 'columns', 'targets'].map((name) => search.get(name));
  const form = mappingForm(context, id, { table: table ?? '', columns, targets });
  const entries = await readDraftableForm(request, context, form);
  const { verb, argument } = readIntent(entries);
  if (verb === 'draft') {
    return saveDraft(context, form, entries, (refusal) => showRefusal(context, refusal, entries));
  }

  const upload = await loadUpload(context, params);
  if (verb === 'read-again') return reparseUpload(context, { upload, table: table ?? '', form, entries });
  const shape = upload.tables.find(({ name }) => name === table);
  // If the table does not exist any more, the check shows the present tables.
  if (!shape) return redirect(paths.uploadCheck(id), 303);
  if (!hasWholeMapping(entries, verb)) return refuseForm(context, entries);
  const columnNames = shape.columns.map(({ name }) => name);
  const posted = { upload, table: { ...shape, columnNames }, form, entries, query: { columns, targets } };
  const act = actions.get(verb);
  return act ? act(context, posted, argument) : refuseForm(context, entries);
}

/** A posted form with what its address asks for. */
interface MappingPost extends PostedMapping {
  query: { columns?: string | null; targets?: string | null };
}

type MappingAction = (context: LoadContext, posted: MappingPost, argument: string) => Promise<Response | FormReply>;

const save: MappingAction = (context, posted) => saveMappingForm(context, posted);

/** What each button of the form does. */
const actions = new Map<string, MappingAction>([
  ['columns', (context, posted, columns) => turnTo(context, posted, { columns })],
  ['targets', (context, posted, targets) => turnTo(context, posted, { targets })],
  [
    'rows',
    (context, posted) => turnMappingPage(context, posted, paths.uploadRows(posted.upload.id, posted.table.name)),
  ],
  ['suggest', suggestMapping],
  ['clear', clearMapping],
  ['use-battery', applyBattery],
  ['apply-template', applyMappingTemplate],
  ['leave-rows', leaveRows],
  ['take-rows', takeRows],
  ['settle-rows', settleRows],
  ['take-test', takeTest],
  ['table', changeTableUse],
  ['same-mapping', (context, posted) => saveMappingForm(context, posted, sameTables(posted.upload, posted.table))],
  ['save-template', saveMappingTemplate],
  ['save', save],
  // Without an intent, the form was sent with Enter.
  ['', save],
]);

/** Leads to another page of columns, or to the same with other targets. */
function turnTo(context: LoadContext, posted: MappingPost, change: Partial<MappingPost['query']>) {
  const { upload, table, query } = posted;
  const { page } = mappingForm(context, upload.id, { table: table.name, ...query, ...change });
  return turnMappingPage(context, posted, page);
}

const savingVerbs = ['', 'save', 'same-mapping', 'save-template'];

/**
 * Whether a post has a target, possibly none, for each of its columns, and one that saves has columns at all. Half a
 * mapping would remove the other half.
 */
function hasWholeMapping(entries: FormEntries, verb: string): boolean {
  const sources = entryValues(entries, 'source').length;
  return sources === entryValues(entries, 'target').length && (sources > 0 || !savingVerbs.includes(verb));
}

export default function Mapping() {
  return <MappingPage {...useLoaderData<typeof loader>()} />;
}
