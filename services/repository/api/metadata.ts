import { Hono } from 'hono';
import { z } from 'zod';

import {
  MetadataTemplatesSchema,
  MissingCodesSchema,
  SavedStudySchema,
  type StudyMetadata,
  StudyMetadataSchema,
} from '@domain/api/metadata';
import { Refusal } from '@domain/error-codes';
import { LanguageSchema, parseLanguage } from '@domain/language';
import { maxValueCharacters } from '@domain/limits';

import { listCountries } from '../metadata/codes';
import { metadataTag } from '../content-tag';
import { schemaFields } from '../metadata/schema';
import { declareMissingCodes, saveMetadata } from '../usecases/metadata/save-metadata';
import {
  findStudy,
  listFieldValues,
  listSchemaFields,
  listSharingUploads,
  validateTitle,
} from '../usecases/metadata/find-study';
import { describeStudyData } from '../usecases/metadata/describe-study-data';
import { listMetadataTemplates, saveMetadataTemplates } from '../usecases/metadata/metadata-templates';
import { answerTagged, expectedTags } from './answers';
import { checkInput, readJson, readText, callerOf, type ApiContext, type ApiEnvironment } from './environment';

/** Checked separately because templates without a name have a specific message. */
const NamedSchema = z.array(z.object({ name: z.string() }));

/** Typed beginning of a value. */
export const TypedValueSchema = z.object({
  field: z.coerce.number().positive(),
  typed: z.string().max(maxValueCharacters).default(''),
});

/** Metadata, its schema and templates, countries, and the language of a visitor (spec section 7). */
export const metadataRoutes = new Hono<ApiEnvironment>();

metadataRoutes.get('/api/metadata/schema', (c) => {
  c.set('isPublic', true);
  const lang = c.req.query('lang');
  return c.json(schemaFields(lang === undefined ? c.get('language') : checkInput(lang, LanguageSchema)));
});

metadataRoutes.get('/api/metadata/schema/:id', async (c) => {
  const actor = callerOf(c, 'listSchemaFields');
  return c.json(await listSchemaFields(actor, c.get('repository'), c.req.param('id'), c.get('language')));
});

metadataRoutes.get('/api/metadata/templates', async (c) =>
  answerTagged(c, await listMetadataTemplates(callerOf(c, 'listMetadataTemplates'), c.get('repository'))),
);

metadataRoutes.put('/api/metadata/templates', async (c) => {
  const actor = callerOf(c, 'saveMetadataTemplates');
  const body = await readJson(c, z.unknown());
  const named = NamedSchema.safeParse(body);
  if (named.success && named.data.some(({ name }) => name.trim() === '')) {
    throw new Refusal('template-name-missing');
  }
  const templates = checkInput(body, MetadataTemplatesSchema);
  const save = { expected: expectedTags(c), confirm: () => c.get('confirmCaller')('text') };
  return answerTagged(c, await saveMetadataTemplates(actor, c.get('repository'), templates, save));
});

metadataRoutes.get('/api/metadata/countries/:lang', (c) => {
  c.set('isPublic', true);
  const countries = listCountries(checkInput(c.req.param('lang'), LanguageSchema));
  return c.json(c.req.query('codes') === undefined ? countries.map(({ name }) => name) : countries);
});

metadataRoutes.get('/api/metadata/values/:field', async (c) => {
  const actor = callerOf(c, 'listFieldValues');
  const input = checkInput({ field: c.req.param('field'), typed: c.req.query('q') }, TypedValueSchema);
  return c.json(await listFieldValues(actor, c.get('repository'), input));
});

metadataRoutes.post('/api/metadata/validate', async (c) => {
  const actor = callerOf(c, 'validateTitle');
  await validateTitle(actor, c.get('repository'), await readJson(c, StudyMetadataSchema));
  return c.body(null, 204);
});

metadataRoutes.get('/api/metadata/:id', async (c) => {
  const actor = callerOf(c, 'findStudy');
  return answerStudy(c, await findStudy(actor, c.get('repository'), c.req.param('id')));
});

metadataRoutes.get('/api/metadata/:id/uploads', async (c) => {
  const actor = callerOf(c, 'listSharingUploads');
  return c.json(await listSharingUploads(actor, c.get('repository'), c.req.param('id')));
});

metadataRoutes.get('/api/metadata/:id/data-facts', async (c) => {
  const actor = callerOf(c, 'describeStudyData');
  return c.json(await describeStudyData(actor, c.get('repository'), c.req.param('id')));
});

metadataRoutes.put('/api/metadata/:id/missing-codes', async (c) => {
  const actor = callerOf(c, 'declareMissingCodes');
  const codes = await readJson(c, MissingCodesSchema);
  const done = await declareMissingCodes(actor, c.get('repository'), { id: c.req.param('id'), codes });
  return c.json(codes, done ? 200 : 202);
});

metadataRoutes.post('/api/metadata', async (c) => {
  const actor = callerOf(c, 'saveMetadata');
  const study = await readJson(c, SavedStudySchema);
  return answerStudy(c, await saveMetadata(actor, c.get('repository'), study, expectedTags(c)));
});

function answerStudy(c: ApiContext, study: StudyMetadata): Response {
  return answerTagged(c, study, metadataTag(study.metadata));
}

/** Sets the visitor's language from a plain code or JSON. The response contains the language as understood. */
metadataRoutes.post('/api/language', async (c) => {
  const language = parseLanguage((await readText(c)).trim().replace(/^"(.*)"$/, '$1'));
  if (!language) throw new Refusal('bad-request');
  return c.json(language);
});
