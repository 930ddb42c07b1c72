import { beforeAll, describe, expect, test } from 'vitest';

import { handOnTo, share } from '../../../tests/support/member-calls';
import { actOn, type PublishedUpload, refusalOf, viewOf, withdrawNow } from '../../../tests/support/published-uploads';
import { ask } from '../../../tests/support/ready-uploads';
import { actors, chair, person } from '../../../tests/support/test-api';
import { useWithdrawalApi } from '../../../tests/support/withdrawal-calls';

const { contributor, other } = actors;
const heir = person('heir', 'Hanna Heir', []);
const { api, accept, get, mailsTo } = useWithdrawalApi('Strength of legs');
const reason = 'The school has taken its consent back.';

beforeAll(async () => {
  for (const actor of [contributor, other, heir]) await ask(api, actor, '/api/fileupload/user');
});

describe('a request can be ended', () => {
  const takeBack = (upload: PublishedUpload, act: 'withdrawal' | 'removal') =>
    ask(api, contributor, `/api/fileupload/${upload.id}/${act}`, { method: 'DELETE' });

  test('by the contributor, who takes a request for a withdrawal back', async () => {
    const upload = await accept();
    expect(await refusalOf(await takeBack(upload, 'withdrawal'))).toBe('409 no-withdrawal-asked');
    const asked = await viewOf(await actOn(api, contributor, upload, 'withdrawal', { reason }));
    expect(asked.acts).toEqual(['takeBack']);
    expect(await viewOf(await takeBack(upload, 'withdrawal'))).toMatchObject({ asked: null, acts: ['ask'] });
    expect(await get('/api/editorial/withdrawals', chair)).toEqual([]);
  });

  test('by the contributor, who takes a request for a removal back, but not one of the chair', async () => {
    const upload = await accept();
    await withdrawNow(api, upload, reason);
    await viewOf(await actOn(api, contributor, upload, 'removal', { reason }));
    expect(await viewOf(await takeBack(upload, 'removal'))).toMatchObject({ removal: null, acts: ['askRemoval'] });
    await viewOf(await actOn(api, chair, upload, 'removal', { reason }));
    expect(await refusalOf(await takeBack(upload, 'removal'))).toBe('403 forbidden');
  });

  test('by the chair, which declines a removal with a reason that the contributor gets', async () => {
    const upload = await accept();
    await withdrawNow(api, upload, reason);
    const why = { reason: 'No law asks for it.' };
    expect(await refusalOf(await actOn(api, chair, upload, 'removal/refusal', why))).toBe('409 no-removal-asked');
    await viewOf(await actOn(api, contributor, upload, 'removal', { reason }));
    expect(await refusalOf(await actOn(api, chair, upload, 'removal/refusal', { reason: ' ' }))).toBe(
      '400 reason-missing',
    );
    await viewOf(await actOn(api, chair, upload, 'removal/refusal', why));
    expect(await get(`/api/fileupload/${upload.id}/withdrawal`, contributor)).toMatchObject({
      removal: null,
      removalDeclined: why,
      withdrawn: { reason },
      acts: ['askRemoval'],
    });
    expect((await mailsTo(contributor.email)).at(-1)).toContain(`> ${why.reason}`);
  });

  test('by a restoration, which declines the removal with its reason and says so by mail', async () => {
    const upload = await accept();
    await withdrawNow(api, upload, reason);
    await viewOf(await actOn(api, contributor, upload, 'removal', { reason }));
    await api.settle();
    api.mails.length = 0;
    const why = { reason: 'The consent is valid.' };
    await viewOf(await actOn(api, chair, upload, 'restoration', why));
    expect(await get(`/api/fileupload/${upload.id}/withdrawal`, contributor)).toMatchObject({
      withdrawn: null,
      removal: null,
      removalDeclined: why,
    });
    const told = (await mailsTo(contributor.email)).join();
    expect(told).toContain('declined to remove the data');
    expect(told).toContain('is not withdrawn any more');
  });
});

describe('with co-authors', () => {
  const viewFor = async (upload: { id: string }, actor: typeof contributor) =>
    viewOf(await ask(api, actor, `/api/fileupload/${upload.id}/withdrawal`));

  test('who asked for the withdrawal is told, and nobody else that it was them', async () => {
    const upload = await accept();
    await share(api, upload, other, { right: 'read' });
    await viewOf(await actOn(api, contributor, upload, 'withdrawal', { reason }));
    expect((await viewFor(upload, contributor)).asked).toMatchObject({ reason, by: 'self' });
    expect((await viewFor(upload, other)).asked).toMatchObject({ reason, by: 'other' });
    await handOnTo(api, upload, heir);
    expect(await viewFor(upload, heir)).toMatchObject({ asked: { reason, by: 'other' }, acts: ['takeBack'] });
  });

  test('a co-author of one version is not told of versions that are not shared with them', async () => {
    const [first, second] = [await accept(), await accept()];
    const later = 'update repository.uploads set series = $1, version = 2 where number = $2';
    await api.pool.query(later, [first.number, second.number]);
    await share(api, first, other, { right: 'read' });
    expect((await viewFor(first, contributor)).otherVersions).toMatchObject([{ id: second.id }]);
    expect((await viewFor(first, other)).otherVersions).toEqual([]);
  });

  test('a request to remove the data ends when the data set is handed on, and its new owner alone cannot remove it', async () => {
    const upload = await accept();
    await withdrawNow(api, upload, reason);
    await viewOf(await actOn(api, contributor, upload, 'removal', { reason }));
    await handOnTo(api, upload, heir);
    const act = (path: string, body?: object) =>
      ask(api, heir, `/api/fileupload/${upload.id}/${path}`, { method: 'POST', body });
    expect(await refusalOf(await act('removal/confirmation'))).toBe('409 no-removal-asked');
    expect(await viewFor(upload, heir)).toMatchObject({ removal: null, acts: ['askRemoval'] });
    const history = (await get(`/api/editorial/${upload.id}/history`, chair)) as { act: string }[];
    expect(history.map((entry) => entry.act)).toEqual(
      expect.arrayContaining(['asked-removal', 'took-removal-back', 'handed-on']),
    );
  });

  test('what the chair asked to remove can still be confirmed by the new owner', async () => {
    const upload = await accept();
    await withdrawNow(api, upload, reason);
    await viewOf(await actOn(api, chair, upload, 'removal', { reason }));
    await handOnTo(api, upload, heir);
    expect(await viewFor(upload, heir)).toMatchObject({ removal: { by: 'other' }, acts: ['confirmRemoval'] });
  });
});
