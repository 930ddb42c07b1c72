import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import type { Browser } from '../../services/identity/testing/browser';
import { gripStudyCsv } from '../fixtures/grip-study';
import type { Tally } from './tally';

const pauseMs = 500;
const partsPerFile = 3;
/** Time limit for reading a file once everything is available again. */
const longestReadingMs = 300_000;

interface Acknowledged {
  kind: string;
  browser: Browser;
  id: string;
  sha256: string;
}

/** Sends files in both ways and remembers which were acknowledged. */
export class Uploads {
  readonly #acknowledged: Acknowledged[] = [];
  #seed = 1000;

  /** A small table with unique content. */
  newFile(): { name: string; content: Buffer } {
    this.#seed += 1;
    const content = gripStudyCsv(this.#seed, 'international', { zeroGrips: 0, weakGrips: 0 });
    return { name: `cluster-${this.#seed}.csv`, content };
  }

  /** One post of the upload form, without a retry: nothing was promised for an upload that was not acknowledged. */
  async sendWhole(browser: Browser, tally: Tally): Promise<void> {
    const kind = 'whole uploads';
    const { name, content } = this.newFile();
    const body = new FormData();
    body.append('upload', new File([new Uint8Array(content)], name, { type: 'text/csv' }));
    const address = '/file-upload/receive/raw';
    const sent = await tally.send(kind, browser, address, { method: 'POST', body, expected: [303] });
    const id = /\/data\/(\d+r)/.exec(sent?.response.headers.get('Location') ?? '')?.[1];
    if (id) this.#acknowledged.push({ kind, browser, id, sha256: sha256Of(content) });
  }

  /** Uploads a file in parts with the tus protocol, resuming like the script of the page until it is accepted. */
  async sendInParts(browser: Browser, tally: Tally, isOver: () => boolean): Promise<void> {
    const kind = 'uploads in parts';
    const { name, content } = this.newFile();
    const tus = { 'Tus-Resumable': '1.0.0' };
    const begun = await tally.send(kind, browser, '/file-upload/resumable/raw', {
      method: 'POST',
      headers: {
        ...tus,
        'Upload-Length': String(content.length),
        'Upload-Metadata': `filename ${Buffer.from(name).toString('base64')}`,
      },
      expected: [201],
    });
    if (!begun) return;
    const part = begun.response.headers.get('Location') ?? '';
    const step = Math.ceil(content.length / partsPerFile);
    let offset = 0;
    while (offset < content.length) {
      const patched = await tally.send(kind, browser, part, {
        method: 'PATCH',
        headers: { ...tus, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
        body: new Uint8Array(content.subarray(offset, offset + step)),
        expected: [204],
      });
      if (patched) offset = Number(patched.response.headers.get('Upload-Offset'));
      else {
        const found = await this.#askOffset(browser, part, tally, isOver);
        if (found === null) return;
        if (found < offset) tally.add(kind, 'lost', `${part}: ${found} bytes of ${offset} that were acknowledged`);
        offset = found;
      }
      await delay(pauseMs / 2);
    }
    await this.#awaitTaking(browser, part, content, tally, isOver);
  }

  async #askOffset(browser: Browser, part: string, tally: Tally, isOver: () => boolean): Promise<number | null> {
    while (!isOver()) {
      await delay(pauseMs);
      const head = await tally.send('uploads in parts', browser, part, {
        method: 'HEAD',
        headers: { 'Tus-Resumable': '1.0.0' },
        expected: [200],
      });
      if (head) return Number(head.response.headers.get('Upload-Offset'));
    }
    return null;
  }

  async #awaitTaking(browser: Browser, part: string, content: Buffer, tally: Tally, isOver: () => boolean) {
    const kind = 'uploads in parts';
    while (!isOver()) {
      const asked = await tally.send(kind, browser, part, { headers: { Accept: 'application/json' }, expected: [200] });
      const answer = asked && (JSON.parse(asked.text) as { state: string; upload: string | null; error: unknown });
      if (answer?.state === 'refused') {
        return tally.add(kind, 'failedForGood', `${part}: ${JSON.stringify(answer.error)}`);
      }
      if (answer?.upload) {
        this.#acknowledged.push({ kind, browser, id: answer.upload, sha256: sha256Of(content) });
        return;
      }
      await delay(pauseMs);
    }
    tally.add(kind, 'failedForGood', `${part}: all of it was sent and it is not taken`);
  }

  /** Checks that every acknowledged upload has been read and its original has exactly the bytes that were sent. */
  async check(tally: Tally): Promise<void> {
    const deadline = performance.now() + longestReadingMs;
    for (const { kind, browser, id, sha256 } of this.#acknowledged.splice(0)) {
      const page = await this.#awaitReading(browser, id, deadline);
      if (page === 'gone') tally.add(kind, 'lost', `${id} was acknowledged and is gone`);
      else if (page !== 'ready') tally.add(kind, 'failedForGood', `${id}: ${page}`);
      if (page === 'gone') continue;
      const original = await browser.request(`/file-upload/original/${id}`);
      const found = sha256Of(Buffer.from(await original.arrayBuffer()));
      if (found !== sha256) tally.add(kind, 'lost', `${id}: the original is another, ${original.status}`);
    }
  }

  /** 'ready', 'gone', or the reason why it is not read. */
  async #awaitReading(browser: Browser, id: string, deadline: number): Promise<string> {
    for (;;) {
      const response = await browser.request(`/file-upload/data/${id}`);
      const html = await response.text();
      if (response.status === 404) return 'gone';
      if (response.status === 200 && !html.includes('id="waiting-heading"')) {
        const failure = /id="failure-heading"[^]*?<p[^>]*>([^<]*)/.exec(html)?.[1];
        return failure ?? 'ready';
      }
      if (performance.now() > deadline) return `not read in time, the page answers ${response.status}`;
      await delay(pauseMs);
    }
  }
}

function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
