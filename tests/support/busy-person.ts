import { fieldIds } from '@domain/metadata/field-ids';
import { expertRole } from '@domain/roles';

import { completeMetadata, entry, withEntries } from '../fixtures/complete-metadata';
import { castVote } from './editorial-calls';
import { explainProblems } from './explain-problems';
import { markedText as marked } from './find-marks';
import { invite, share } from './member-calls';
import { publishForTest } from './published-data-sets';
import { addUploadAt } from './ready-uploads';
import { actors } from './test-api';
import { addDocument, type UploadApi, uploadForm } from './upload-calls';
import { gripMapping, gripTable, type versionCalls } from './version-calls';

const { contributor: person, other, expert1, expert2 } = actors;

/** Traits that nobody else has, for the actor who does everything. */
export const busyTraits = {
  name: 'Zyxwilda Quorvath',
  email: 'zyxwilda.quorvath@example.org',
  orcid: '0000-0003-1415-9269',
  roles: [expertRole],
};

/** Uploads of the busy person, and those of another one on which they have voted. */
export interface BusyIds {
  published: string;
  shared: string;
  submitted: string;
  decided: string;
  open: string;
}

interface Busy {
  api: UploadApi;
  calls: ReturnType<typeof versionCalls>;
  ids: BusyIds;
}

/** Lets the contributor do everything that there is to do in the repository. Every text is marked (`markedText`). */
export async function doEverything({ api, calls }: Omit<Busy, 'ids'>): Promise<BusyIds> {
  const busy = { api, calls, ids: { published: '', shared: '', submitted: '', decided: '', open: '' } };
  await publishOne(busy);
  await uploadOthers(busy);
  await reviewOthers(busy);
  await useTheRest(busy);
  return busy.ids;
}

export async function ok(response: Response | Promise<Response>): Promise<Response> {
  const answer = await response;
  if (answer.status >= 300) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer;
}

/** A table with a column that is not mapped, which only its contributor can read. */
function tableWith(name: string): string {
  const [head, ...rows] = gripTable().content.trim().split('\n');
  return [`${head};${marked(`${name}column`)}`, ...rows.map((row) => `${row};${marked(`${name}cell`)}`), ''].join('\n');
}

/** Metadata in which the person is an author, with a title and a summary of their own words. */
function metadataOf(name: string) {
  return withEntries(
    completeMetadata(marked(`${name}title`)),
    entry(fieldIds.author, ['Quorvath||Zyxwilda']),
    entry(fieldIds.orcid, [person.orcid ?? ''], [0]),
    entry(1.2, [marked(`${name}affiliation`)], [0]),
    entry(3, ['Quorvath||Zyxwilda']),
    entry(3.1, [person.email], [0]),
    entry(fieldIds.abstract, [marked(`${name}abstract`)]),
    entry(14, ['200']),
  );
}

async function describe(busy: Busy, name: string): Promise<string> {
  const { api, calls } = busy;
  const id = await api.take({ name: `${marked(`${name}file`)}.csv`, content: tableWith(name) });
  const table = marked(`${name}file`);
  await calls.json(`/api/mapping/raw/${id}/${table}`, 'POST', gripMapping);
  await explainProblems(api, id, table);
  await calls.json('/api/metadata', 'POST', { id: [id], metadata: metadataOf(name) });
  return id;
}

/** Replaces the file by one with a row that is no data. The former one had other names, and a cell that is gone. */
async function correctFile({ api }: Busy, { id, name }: { id: string; name: string }): Promise<void> {
  const total = `Total;;;;${marked(`${name}total`)}`;
  const file = { name: `${marked(`${name}file`)}.csv`, content: `${tableWith(name)}${total}\n` };
  const body = uploadForm([file]);
  await ok(api.call(person, `/api/fileupload/${id}/correction`, { method: 'POST', body }));
  await api.settle();
  await explainProblems(api, id, marked(`${name}file`));
}

async function publishOne(busy: Busy): Promise<void> {
  const { api, calls, ids } = busy;
  ids.published = await describe(busy, 'former');
  await correctFile(busy, { id: ids.published, name: 'published' });
  await calls.json('/api/metadata', 'POST', { id: [ids.published], metadata: metadataOf('published') });
  await addDocument(api, ids.published, { name: `${marked('documentname')}.txt`, content: marked('document') });
  await ok(calls.submit(ids.published));
  const points = { panel: 1, points: ['Name the units.'], isImpartial: true };
  await ok(calls.send(`/api/editorial/${ids.published}/changes`, 'POST', points, expert1));
  await ok(calls.send(`/api/fileupload/${ids.published}/answers`, 'PUT', { answers: ['Done.'] }));
  await ok(calls.submit(ids.published));
  await calls.accept(ids.published);
  await ok(await api.call(null, `/api/search/data/${await calls.numberOf(ids.published)}/package`)).then((one) =>
    one.arrayBuffer(),
  );
  const path = `/api/fileupload/${ids.published}/metadata-corrections`;
  const { metadata } = await calls.json<{ metadata: ReturnType<typeof metadataOf> }>(path);
  const corrected = withEntries(
    metadata,
    entry(fieldIds.abstract, [marked('correctedabstract')]),
    entry(3.1, [`${marked('contactmail')}@example.org`], [0]),
  );
  await ok(calls.send(path, 'POST', { metadata: corrected, note: marked('correctionnote') }));
}

async function uploadOthers(busy: Busy): Promise<void> {
  const { api, calls, ids } = busy;
  ids.shared = await describe(busy, 'shared');
  await share(api, { id: ids.shared }, other);
  await ok(invite(api, { id: ids.shared }, { email: `${marked('invited')}@example.org` }));
  ids.submitted = await describe(busy, 'submitted');
  await ok(calls.submit(ids.submitted));
  const links = `/api/fileupload/${ids.submitted}/private-links`;
  const until = new Date(Date.now() + 9e8).toISOString().slice(0, 10);
  await ok(calls.send(links, 'POST', { label: marked('privatelink'), until }));
  await ok(castVote(api, expert1, ids.submitted, { note: 'A note of another expert.' }));
  const note = { readers: 'board', text: marked('contributornote') };
  await ok(calls.send(`/api/fileupload/${ids.submitted}/notes`, 'POST', note));
  const deleted = await describe(busy, 'deleted');
  await ok(calls.send(`/api/fileupload/${deleted}`, 'DELETE'));
  const rejected = await describe(busy, 'rejected');
  await ok(calls.submit(rejected));
  await ok(castVote(api, expert1, rejected, { rating: 2 }));
  await ok(castVote(api, expert2, rejected, { nr: 2, rating: 2 }));
  const base64 = Buffer.from(`${marked('partfile')}.csv`).toString('base64');
  const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '1000', 'Upload-Metadata': `filename ${base64}` };
  await ok(api.call(person, '/api/fileupload/resumable/raw', { method: 'POST', headers }));
}

async function reviewOthers(busy: Busy): Promise<void> {
  const { api, calls, ids } = busy;
  const decided = await addUploadAt(api, 'submitted', { owner: other });
  const open = await addUploadAt(api, 'submitted', { owner: other });
  ids.decided = decided.id;
  ids.open = open.id;
  await ok(castVote(api, person, decided.id, { rating: 2, note: marked('votenote') }));
  await ok(castVote(api, expert1, decided.id, { nr: 2, rating: 2 }));
  await ok(castVote(api, person, open.id, { note: marked('opennote') }));
  const note = { readers: 'contributor', text: marked('expertnote') };
  await ok(calls.send(`/api/editorial/${open.id}/notes`, 'POST', note));
  const profile = { topics: [marked('topic')], awayFrom: null, awayUntil: null, mails: 'daily' };
  await ok(calls.send('/api/editorial/profile', 'PUT', { ...profile, institution: marked('expertinstitution') }));
  const coAuthored = await addUploadAt(api, 'described', { owner: other });
  await ok(invite(api, coAuthored, { email: person.email }, other));
  await api.settle();
  const mailed = api.mails.findLast(({ to, text }) => to === person.email && text.includes('/co-authors/'));
  const secret = /\/co-authors\/([\w-]{32})/.exec(mailed?.text ?? '')?.[1] ?? '';
  await ok(api.call(person, `/api/members/${secret}`, { method: 'POST' }));
  await ok(calls.send(`/api/metadata`, 'POST', { id: [coAuthored.id], metadata: completeMetadata(coAuthored.title) }));
}

async function useTheRest(busy: Busy): Promise<void> {
  const { api, calls } = busy;
  await publishForTest(api.repository, {
    nr: 900,
    title: 'Licensed data of others',
    rights: ['SUFL 1.0'],
    tables: [{ name: 'licensed', select: "select 'f' as sex", columns: [{ key: 'sex', unit: '', source: 'sex' }] }],
  });
  const begun = await ok(calls.send('/api/search/download', 'POST', [900]));
  const session = (begun.headers.get('Location') ?? '').split('/').at(-1) ?? '';
  const answers = { institution: marked('institution'), country: 'Germany', purpose: marked('purpose') };
  await ok(
    calls.send(`/api/search/downloads/${session}`, 'POST', { session, ...answers, accurate: true, licence: true }),
  );
  await ok(calls.send('/api/search/download', 'POST', [900]));
  await ok(calls.send('/api/search/saved', 'POST', { query: `q=${marked('search')}` }));
  const until = new Date(Date.now() + 9e8).toISOString().slice(0, 10);
  await ok(calls.send('/api/tokens', 'POST', { label: marked('token'), scopes: ['read'], until }));
  const templates = [{ name: marked('mappingtemplate'), entries: gripMapping }];
  await ok(calls.send('/api/mapping/templates', 'PUT', templates));
  const metadata = [
    { name: marked('metadatatemplate'), entries: [entry(fieldIds.abstract, [marked('templatetitle')])] },
  ];
  await ok(calls.send('/api/metadata/templates', 'PUT', metadata));
}
