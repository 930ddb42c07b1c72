import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { requireUser } from '~/auth/guards';
import type { PreservedForm } from '~/drafts/preserved-form';
import { mappingFormId } from '~/components/mapping-grid/mapping-form';
import { entryValues, type FormEntries, readIntent } from '~/forms/form-entries';
import { paths } from '~/paths';
import { orFailurePage } from '~/repository-client/transport';
import { findReading } from '~/repository-client/uploads';
import { loadMapping, mappingForm } from '~/screens/mapping.server';
import { readDraftableForm, saveDraft } from '~/drafts/post-draft.server';
import { refuseForm, showRefusal } from '~/screens/posted-form.server';
import { changeTableUse, leaveRows, settleRows, takeRows, takeTest } from './change-data.server';
import {
  applyBattery,
  applyMappingTemplate,
  clearMapping,
  saveMappingTemplate,
  suggestMapping,
} from './fill-mapping.server';
import { MappingPage } from './mapping-page';
import { saveMappingForm, turnMappingPage } from './save-mapping.server';
import { findChosenReading, reparseUpload } from './reparse-upload.server';
import { loadUpload, sameTables, uploadIdOf } from '~/screens/upload.server';

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
  const upload = await loadUpload(context, params);
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
  const posted = { upload, table: { name: shape.name, columnNames }, form, entries };
  switch (verb) {
    case 'columns':
      return turnMappingPage(
        context,
        posted,
        mappingForm(context, id, { table: shape.name, columns: argument, targets }).page,
      );
    case 'targets':
      return turnMappingPage(
        context,
        posted,
        mappingForm(context, id, { table: shape.name, columns, targets: argument }).page,
      );
    case 'rows':
      return turnMappingPage(context, posted, paths.uploadRows(id, shape.name));
    case 'suggest':
      return suggestMapping(context, posted);
    case 'clear':
      return clearMapping(context, posted);
    case 'use-battery':
      return applyBattery(context, posted);
    case 'apply-template':
      return applyMappingTemplate(context, posted);
    case 'leave-rows':
      return leaveRows(context, posted);
    case 'take-rows':
      return takeRows(context, posted, argument);
    case 'settle-rows':
      return settleRows(context, posted, argument);
    case 'take-test':
      return takeTest(context, posted, argument);
    case 'table':
      return changeTableUse(context, posted, argument);
    case 'same-mapping':
      return saveMappingForm(context, posted, sameTables(upload, shape));
    case 'save-template':
      return saveMappingTemplate(context, posted);
    // Without an intent, the form was sent with Enter.
    case '':
    case 'save':
      return saveMappingForm(context, posted);
    default:
      return refuseForm(context, entries);
  }
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
