import { afterAll, beforeAll, expect, test } from 'vitest';

import { addUploadAt, storedUpload } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../../../tests/support/test-api';
import type { Mail } from '../context/mailer';
import { recordPerson } from '../store/people';

const sent: Mail[] = [];
let isAway = true;
let api: TestApi;

beforeAll(async () => {
  api = await createTestApi({
    mail: {
      send: (mail) => {
        if (isAway) return Promise.reject(new Error('connect ECONNREFUSED'));
        sent.push(mail);
        return Promise.resolve();
      },
    },
  });
  const { repository } = api;
  repository.jobs.handle('send-mail', (data) => repository.mail.send(data));
  repository.jobs.handle('register-doi', () => Promise.resolve());
});
afterAll(() => api?.close());

test('a mail server that is away keeps nobody from submitting; its mails go out when it is back', async () => {
  await recordPerson(api.repository.db, actors.expert1, new Date());
  const { number, id } = await addUploadAt(api, 'submitted');
  await api.settle();
  expect([(await storedUpload(api, number)).upload.status, sent]).toEqual(['Submitted', []]);
  expect(api.jobLog).toHaveLength(2);
  for (const line of api.jobLog) {
    expect(line).toMatch(/^Job send-mail \{\} failed and will be tried again\. Error: connect/);
  }
  isAway = false;
  await api.pool.query(`update pgboss.job set start_after = now() where state = 'retry'`);
  await api.settle();
  expect(sent.map(({ to }) => to).sort()).toEqual([actors.contributor.email, actors.expert1.email]);
  const text = sent.find(({ to }) => to === actors.contributor.email)?.text;
  expect(text).toContain(`DOI: 10.5072/motothek.${number} (test DOI, not registered)`);
  expect(text).toContain(`DOI: 10.5072/motothek.${number} (Test-DOI, nicht registriert)`);
  expect(text).toContain(`https://motothek.example/file-upload/submit/${id}`);
});
