import { storeSums, type WrittenObject } from '../store/object-sums';
import type { WorkParts } from './check-parts';

/** Sums of objects that were just written, until they are stored together. */
export class NotedSums {
  #noted: WrittenObject[] = [];

  constructor(private readonly parts: Pick<WorkParts, 'db' | 'now' | 'nextDue'>) {}

  note(written: WrittenObject): void {
    this.#noted.push(written);
  }

  /** Stores what was noted. If that fails, it stays noted and the error is thrown. */
  async store(): Promise<void> {
    const { db, now, nextDue } = this.parts;
    const batch = this.#noted;
    this.#noted = [];
    const written = new Map(batch.map((each) => [each.key, each]));
    await storeSums(db, [...written.values()], now(), nextDue).catch((error: unknown) => {
      this.#noted = [...batch, ...this.#noted];
      throw error;
    });
  }
}
