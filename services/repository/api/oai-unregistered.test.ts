import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { completeMetadata } from '../../../tests/fixtures/complete-metadata';
import { askHarvest } from '../../../tests/support/ask-harvest';
import { ask } from '../../../tests/support/ready-uploads';
import { mappingOf, openSourceApi, type SourceApi } from '../../../tests/support/source-uploads';
import { actors } from '../../../tests/support/test-api';
import { harvestErrors } from '../../../tests/support/validate-harvest';
import type { DoiRegistrar } from '../context/doi-registrar';
import { publishUpload } from '../jobs/handlers/publish-upload';
import { registerDoi } from '../jobs/handlers/register-doi';
import { uploads } from '../store/schema';

const doi: DoiRegistrar = {
  kind: 'datacite',
  doiOf: (number) => `10.12345/motothek.abc123.${number}`,
  conceptDoiOf: (series) => `10.12345/motothek.abc123.${series}.all`,
  saveDraft: () => Promise.resolve(),
  publish: () => Promise.resolve(),
  hide: () => Promise.resolve(),
  removeDraft: () => Promise.resolve(),
  address: (name) => `https://doi.org/${name}`,
};

let api: SourceApi;
let upload: number;
beforeAll(async () => {
  api = await openSourceApi();
  const tables = [{ name: 'data', csv: 'sex,jump\nf,120\nm,130\nf,140' }];
  const { id, number } = await api.addUpload({ kind: 'raw', tables, metadata: completeMetadata('Fitness of adults') });
  const mapping = mappingOf({ sex: 'sex|m/w', jump: 'slj|cm' });
  const address = `/api/mapping/raw/${id}/data`;
  expect((await ask(api, actors.contributor, address, { method: 'POST', body: mapping })).status).toBe(200);
  const accepted = { status: 'Accepted' as const, nr: 1, decidedAt: new Date() };
  await api.repository.db.update(uploads).set(accepted).where(eq(uploads.number, number));
  await publishUpload(api.repository, { upload: number }, new AbortController().signal);
  upload = number;
});
afterAll(() => api.close());

const list = (prefix: string, more = '') => askHarvest(api, `verb=ListRecords&metadataPrefix=${prefix}${more}`);

test('a published data set is a record before its DOI is registered, and a newer one afterwards', async () => {
  const before = await list('oai_dc', '&set=test:slj');
  expect(before.xml).toContain('>Fitness of adults</dc:title>');
  expect(before.xml).toContain('<dc:identifier>https://motothek.example/data-set/1</dc:identifier>');
  expect(before.xml).not.toContain('https://doi.org/10.12345');
  const datacite = await list('oai_datacite');
  expect(datacite.xml).toContain('<identifier identifierType="URL">https://motothek.example/data-set/1</identifier>');
  expect(await harvestErrors([before.xml, datacite.xml])).toEqual([]);

  await api.pool.query(`update repository.harvest_entries set changed_at = changed_at - interval '1 hour'`);
  await registerDoi({ ...api.repository, doi }, { upload });
  const after = await list('oai_datacite', `&from=${before.datestamps[0]}`);
  expect(after.numbers).toEqual([1]);
  expect(after.xml).toContain(`<identifier identifierType="DOI">${doi.doiOf(upload)}</identifier>`);
  // A job that changes nothing makes no record newer.
  await registerDoi({ ...api.repository, doi }, { upload });
  expect((await list('oai_datacite')).datestamps).toEqual(after.datestamps);
});
