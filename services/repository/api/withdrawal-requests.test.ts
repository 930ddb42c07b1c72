import { describe, expect, test } from 'vitest';

import { actOn, type PublishedUpload, refusalOf, viewOf, withdrawNow } from '../../../tests/support/published-uploads';
import { ask } from '../../../tests/support/ready-uploads';
import { actors, chair } from '../../../tests/support/test-api';
import { useWithdrawalApi } from '../../../tests/support/withdrawal-calls';

const { contributor } = actors;
const { api, accept, get, mailsTo } = useWithdrawalApi('Strength of legs');
const reason = 'The school has taken its consent back.';

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
