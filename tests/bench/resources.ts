import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startChild } from '../../services/processes/spawn-child';

const signals = ['SIGINT', 'SIGTERM'] as const;
const childStartMs = 30_000;

/** Folders and processes of a run. All are removed when it ends, even if it is interrupted. */
export class Resources {
  readonly #closers: (() => unknown)[] = [];

  constructor() {
    for (const signal of signals) process.once(signal, () => void this.close().finally(() => process.exit(1)));
  }

  /** Registers `close` to be called at the end. Later ones are called first. */
  add(close: () => unknown): void {
    this.#closers.push(close);
  }

  makeFolder(): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'motothek-bench-'));
    this.add(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }

  /** Starts a baseline server (`serve-baseline.ts`) in a separate process. Returns its address. */
  async startBaseline(entry: string, args: string[] = []): Promise<string> {
    const child = startChild(path.join(import.meta.dirname, entry), {
      args,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    this.add(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${entry} did not start.`)));
    const started = once(child, 'message', { signal: AbortSignal.timeout(childStartMs) });
    const [port] = (await Promise.race([started, ended])) as [number];
    ended.catch(() => undefined);
    return `http://localhost:${port}`;
  }

  async close(): Promise<void> {
    for (let close = this.#closers.pop(); close; close = this.#closers.pop()) await close();
  }
}
