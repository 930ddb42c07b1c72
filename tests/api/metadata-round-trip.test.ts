import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { formOf, metadataOf } from '../../app/components/metadata-form/stored-metadata';
import { StudyMetadataSchema, type MetadataEntry } from '../../domain/api/metadata';
import { languages } from '../../domain/language';
import { fieldIds } from '../../domain/metadata/field-ids';
import { formFields } from '../../services/repository/metadata/schema';
import { entry } from '../fixtures/complete-metadata';
import { metadataArbitrary } from '../support/metadata-arbitrary';
import { addUploadAt, ask } from '../support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../support/test-api';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api?.close());
afterAll(() => expect(api.faults).toEqual([]));

const answers = metadataArbitrary(formFields('en'));
/** Names of the entries are words of a language, and nothing else. */
const unnamed = (metadata: MetadataEntry[]) => metadata.map((stored) => ({ ...stored, name: '' }));

test.each(languages)(
  '500 generated answers come out of the form in %s as they were filled in',
  (language) => {
    const fields = formFields(language);
    fc.assert(
      fc.property(answers, (metadata) => {
        expect(unnamed(metadataOf(fields, formOf(fields, metadata)))).toEqual(unnamed(metadata));
      }),
      { numRuns: 500 },
    );
  },
);

test('generated answers are saved by the API and read back equal', async () => {
  const { id } = await addUploadAt(api, 'checked');
  let saved = 0;
  await fc.assert(
    fc.asyncProperty(answers, async (generated) => {
      saved += 1;
      const metadata = generated.map((stored) =>
        stored.id === fieldIds.title
          ? { ...entry(stored.id, [`Study ${saved}`]), name: stored.name }
          : stored,
      );
      const body = { id: [id], metadata };
      const answer = await ask(api, actors.contributor, '/api/metadata', { method: 'POST', body });
      expect(answer.status).toBe(200);
      const read = await ask(api, actors.contributor, `/api/metadata/${id}`);
      expect(StudyMetadataSchema.parse(await read.json())).toEqual(body);
    }),
    // On a busy machine fewer must do.
    { numRuns: 40, endOnFailure: true, interruptAfterTimeLimit: 15_000 },
  );
  expect(saved).toBeGreaterThan(3);
});
