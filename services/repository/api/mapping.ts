import { Hono } from 'hono';
import { z } from 'zod';

import { MappingEntrySchema, MappingSchema, detachedCommentsHeader, type Problem } from '@domain/api/mapping';
import { DataChangeSchema } from '@domain/api/table-data';
import { ProblemQuerySchema, SavedCommentsSchema } from '@domain/api/problems';
import { languages, LanguageSchema } from '@domain/language';
import { maxRowWindow, maxTemplateNameCharacters, maxTemplatesRead } from '@domain/limits';
import { DigestTypeSchema, kindOf, parseUploadId, UploadKindSchema } from '@domain/upload-id';
import { Refusal } from '@domain/error-codes';
import { shortNameSchema } from '@domain/short-name';
import { isStorable, storableText } from '@domain/text';

import { findMapping, saveMapping } from '../usecases/mapping/mapping';
import { listMappingTargets, suggestTargets } from '../usecases/mapping/suggest-targets';
import { listMappingTemplates, saveMappingTemplates } from '../usecases/mapping/mapping-templates';
import { changeTableData, findTableData } from '../usecases/mapping/table-data';
import { listGroupProblems, listProblems, pageProblems } from '../usecases/checks/list-problems';
import { overrideProblems, saveProblemComments } from '../usecases/checks/comment-problems';
import { restartChecks } from '../usecases/checks/check-data';
import { answerTagged, expectedTags } from './answers';
import { checkInput, readJson, callerOf, type ApiContext, type ApiEnvironment } from './environment';

export const GroupWindowSchema = z.object({
  group: z.string().max(40),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(maxRowWindow).default(maxRowWindow),
});
/** The use cases check the lengths of comments and names, because their refusals have specific messages. */
export const PostedCommentsSchema = z
  .array(z.object({ id: z.string().max(200), comment: z.string().transform(storableText) }))
  .max(20_000);
const TemplateNameSchema = z.string().refine(isStorable).pipe(shortNameSchema(maxTemplateNameCharacters));
export const PostedTemplatesSchema = z
  .array(z.object({ name: TemplateNameSchema, entries: z.array(MappingEntrySchema).max(5000) }))
  .max(maxTemplatesRead);

/**
 * Mapping of columns, its problems and templates (spec section 7). Two similar addresses differ in their last parts:
 * `/{kind}/{language}/{r|a}` lists targets, `/{kind}/{id}/{table}` is the mapping of a table.
 */
export const mappingRoutes = new Hono<ApiEnvironment>();

mappingRoutes.get('/api/mapping/templates', async (c) =>
  answerTagged(c, await listMappingTemplates(callerOf(c, 'listMappingTemplates'), c.get('repository'))),
);

mappingRoutes.put('/api/mapping/templates', async (c) => {
  const actor = callerOf(c, 'saveMappingTemplates');
  const templates = await readJson(c, PostedTemplatesSchema);
  const save = { expected: expectedTags(c), confirm: () => c.get('confirmCaller')('text') };
  return answerTagged(c, await saveMappingTemplates(actor, c.get('repository'), templates, save));
});

mappingRoutes.get('/api/mapping/errors/:id/:table', async (c) => {
  const actor = callerOf(c, 'listProblems');
  const input = addressOf(c);
  if (c.req.query('group') === undefined) {
    const { problems, tag } = await listProblems(actor, c.get('repository'), input, c.get('language'));
    return answerTagged(c, problems, tag);
  }
  const window = checkInput(c.req.query(), GroupWindowSchema);
  const problems = await listGroupProblems(actor, c.get('repository'), { ...input, ...window }, c.get('language'));
  return c.json(problems);
});

mappingRoutes.get('/api/mapping/problems/:id/:table', async (c) => {
  const actor = callerOf(c, 'pageProblems');
  const input = { ...checkInput(c.req.query(), ProblemQuerySchema), ...addressOf(c) };
  return c.json(await pageProblems(actor, c.get('repository'), input, c.get('language')));
});

mappingRoutes.post('/api/mapping/problems/:id/:table', async (c) => {
  const actor = callerOf(c, 'saveProblemComments');
  const input = { ...(await readJson(c, SavedCommentsSchema)), ...addressOf(c), expected: expectedTags(c) };
  const { counts } = await saveProblemComments(actor, c.get('repository'), input);
  return c.json(counts);
});

mappingRoutes.post('/api/mapping/override/:id/:table', async (c) => {
  const actor = callerOf(c, 'overrideProblems');
  const comments = await readJson(c, PostedCommentsSchema);
  const input = { ...addressOf(c), comments, expected: expectedTags(c) };
  return answerProblems(c, await overrideProblems(actor, c.get('repository'), input, c.get('language')));
});

mappingRoutes.post('/api/mapping/check/:id', async (c) => {
  const done = await restartChecks(callerOf(c, 'restartChecks'), c.get('repository'), c.req.param('id'));
  return answerProblems(c, done ? [] : null);
});

mappingRoutes.get(`/api/mapping/:kind{raw|agg}/:language{${languages.join('|')}}/:type{[ra]}`, (c) => {
  callerOf(c, 'listMappingTargets');
  const kind = checkInput(c.req.param('kind'), UploadKindSchema);
  // The first part chooses the vocabulary, and the letter must agree with it.
  if (kindOf(checkInput(c.req.param('type'), DigestTypeSchema)) !== kind) throw new Refusal('not-found');
  return c.json(listMappingTargets(kind, checkInput(c.req.param('language'), LanguageSchema)));
});

const tableMapping = '/api/mapping/:kind{raw|agg}/:id{[1-9][0-9]{0,8}[ra]}/:table';

mappingRoutes.get(tableMapping, async (c) => {
  const actor = callerOf(c, 'findMapping');
  return answerTagged(c, await findMapping(actor, c.get('repository'), addressedTable(c)));
});

mappingRoutes.post(tableMapping, async (c) => {
  const actor = callerOf(c, 'saveMapping');
  const address = addressedTable(c);
  const mapping = await readJson(c, MappingSchema);
  const { problems, detached } = await saveMapping(
    actor,
    c.get('repository'),
    { ...address, mapping, expected: expectedTags(c) },
    c.get('language'),
  );
  c.header(detachedCommentsHeader, String(detached));
  return answerProblems(c, problems);
});

mappingRoutes.get(`${tableMapping}/data`, async (c) => {
  const actor = callerOf(c, 'findTableData');
  return c.json(await findTableData(actor, c.get('repository'), addressedTable(c)));
});

mappingRoutes.post(`${tableMapping}/data`, async (c) => {
  const actor = callerOf(c, 'changeTableData');
  const input = { ...addressedTable(c), change: await readJson(c, DataChangeSchema) };
  return c.json(await changeTableData(actor, c.get('repository'), input));
});

mappingRoutes.get(`${tableMapping}/suggestions`, async (c) => {
  const actor = callerOf(c, 'suggestTargets');
  return c.json(await suggestTargets(actor, c.get('repository'), addressedTable(c), c.get('language')));
});

function addressOf(c: ApiContext): { id: string; table: string } {
  return { id: c.req.param('id') ?? '', table: c.req.param('table') ?? '' };
}

/** Upload and table of an address. The kind must agree with the letter of the id. */
function addressedTable(c: ApiContext): { id: string; table: string } {
  if (parseUploadId(c.req.param('id') ?? '')?.kind !== c.req.param('kind')) throw new Refusal('not-found');
  return addressOf(c);
}

/** Response with the problems, or 202 and an empty list while the check is running. */
function answerProblems(c: ApiContext, problems: Problem[] | null): Response {
  return problems === null ? c.json([], 202) : c.json(problems);
}
