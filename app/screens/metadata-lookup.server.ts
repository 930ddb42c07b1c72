import type { MetadataError } from '@domain/api/metadata';
import type { FormField } from '@domain/metadata/directives';
import { validateMetadata } from '@domain/metadata/validate';
import { storeDraft } from '~/drafts/store-draft.server';
import type { FormEntries } from '~/forms/form-entries';
import { chosenFill, lookupChoice, lookupPartId, lookupQuery, withFill } from '~/forms/metadata/lookup-fields';
import { parseMetadataForm, valueName } from '~/forms/metadata/form-state';
import { errorPath, metadataWithPaths } from '~/forms/metadata/stored-metadata';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { lookUp } from '~/repository-client/lookups';
import { attempt } from '~/repository-client/transport';
import type { ShownLookup } from '~/components/metadata-form/lookup-part';

import { type MetadataFormReply, type PostedMetadata, showMetadata, showRefusedMetadata } from './metadata-form.server';
import { badRequestError } from './posted-form.server';

/**
 * Looks up what is typed in a value, or fills in what was chosen ('take'). Nothing is checked or saved; the form is
 * stored as a draft first, so that nothing typed is lost whatever the service answers.
 */
export async function lookUpMetadata(
  context: LoadContext,
  posted: PostedMetadata,
  verb: 'look-up' | 'take',
  name: string,
): Promise<MetadataFormReply> {
  const { fields, form, entries } = posted;
  const typed = entries.filter(([entry]) => entry !== lookupChoice);
  const asked = lookupQuery(fields, entries, name);
  if (!asked) return showMetadata(typed, { status: 400, errors: [badRequestError(context)] });
  const fill = verb === 'take' ? chosenFill(entries) : null;
  if (fill) {
    const filled = withFill(fields, entries, name, fill);
    await storeDraft(context, form, filled);
    return showMetadata(filled, { focus: name });
  }
  await storeDraft(context, form, typed);
  const broken = verb === 'look-up' ? brokenOrcid(fields, typed, name) : [];
  if (broken.length > 0) return showMetadata(typed, { status: 400, fieldErrors: broken });
  const fieldId = lookupPartId(name);
  if (verb === 'take') {
    const message = translate(context.language)('metadata:lookup.nothingChosen');
    return showMetadata(typed, { status: 400, errors: [{ message, fieldId: name }] });
  }
  if (asked.query === '') return showMetadata(typed, { focus: fieldId, lookup: { ...asked, answer: null } });
  const shown: { lookup: ShownLookup | null } = { lookup: null };
  const refusal = await attempt(async () => {
    const { kind, query } = asked;
    shown.lookup = { ...asked, answer: await lookUp(context, { kind, query }) };
  });
  if (refusal) return showRefusedMetadata(context, refusal, typed);
  return showMetadata(typed, { focus: fieldId, lookup: shown.lookup });
}

/** The error of an ORCID iD that cannot be one; the service is not asked about it. */
function brokenOrcid(fields: readonly FormField[], typed: FormEntries, name: string): MetadataError[] {
  const entries = metadataWithPaths(fields, parseMetadataForm(fields, typed));
  const errors = validateMetadata(
    fields,
    entries.map(({ entry }) => entry),
  );
  return errors.filter((error) => error.code === 'orcid' && valueName(errorPath(error, entries, fields)) === name);
}
