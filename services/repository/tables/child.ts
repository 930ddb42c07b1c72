import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';

import { batchesAhead, cellsPerBatch, type FromChild, type ToChild } from './protocol';
import { bindParameters, readValue } from './sql-values';

/**
 * Entry of the tables child: DuckDB with limits of memory and time, asked over the message channel.
 * Arguments: folder to spill into, bytes of memory.
 */
const [spillFolder, memory] = process.argv.slice(2);
const memoryBytes = Number(memory);
if (!spillFolder || !memoryBytes || !process.send) {
  throw new Error('The tables child is started by the server.');
}

// Nothing here is worth saving, and a statement in a thread would hold up an orderly exit.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

/**
 * A writer of Parquet may buffer a quarter of its engine's limit, and gets a second thread only when that
 * quarter holds 4 MiB for each column. Its limit is therefore set so that the quarter is this share of the
 * memory; more than the quarter it does not take.
 */
const writerShare = 0.55;

const engines = { query: startEngine(memoryBytes), writer: startEngine(4 * writerShare * memoryBytes) };
await Promise.all(Object.values(engines));

function startEngine(limitBytes: number): Promise<DuckDBInstance> {
  return DuckDBInstance.create(':memory:', {
    memory_limit: `${Math.floor(limitBytes / 1024 ** 2)}MiB`,
    threads: '2',
    temp_directory: spillFolder ?? '',
    preserve_insertion_order: 'true',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  });
}

/** Column of the row that is sent after all others. */
const endColumn = 'end of rows';

/**
 * A statement that fails while its rows are read ends them without an error (@duckdb/node-api 1.5.5). A last
 * row of our own tells that all have come: rows keep their order, so it comes last.
 */
function withLastRow(sql: string): string {
  return `select *, false as "${endColumn}" from (${sql}\n) union all by name select true as "${endColumn}"`;
}

const statements = new Map<number, Statement>();

/** One statement on a connection of its own. Only the time in which DuckDB works for it counts. */
class Statement {
  #connection: DuckDBConnection | undefined;
  #credit = batchesAhead;
  #wake: () => void = () => undefined;
  #cancelled = false;
  #timedOut = false;
  #leftMs: number;

  constructor(readonly request: Extract<ToChild, { type: 'start' }>) {
    this.#leftMs = request.timeoutMs;
  }

  more() {
    this.#credit += 1;
    this.#wake();
  }

  cancel() {
    this.#cancelled = true;
    this.#connection?.interrupt();
    this.#wake();
  }

  async execute(): Promise<FromChild> {
    const { id } = this.request;
    try {
      const engine = await (this.request.writesTable ? engines.writer : engines.query);
      this.#connection = await engine.connect();
      if (!this.#cancelled) await this.#send(this.#connection);
      return { type: 'done', id };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (this.#timedOut) return { type: 'failed', id, reason: 'timeout', message };
      return { type: 'failed', id, reason: 'statement', message };
    } finally {
      this.#connection?.closeSync();
    }
  }

  async #send(connection: DuckDBConnection): Promise<void> {
    const { id, sql, parameters, wantsRows } = this.request;
    const { values, types } = bindParameters(parameters);
    if (!wantsRows) {
      await this.#timed(() => connection.run(sql, values, types));
      return;
    }
    const result = await this.#timed(() => connection.stream(withLastRow(sql), values, types));
    const names = result.deduplicatedColumnNames().slice(0, -1);
    let isWhole = false;
    const rowsPerBatch = Math.max(1, Math.floor(cellsPerBatch / names.length));
    for (;;) {
      const chunk = await this.#timed(() => result.fetchChunk());
      if (this.#cancelled) return;
      if (!chunk || chunk.rowCount === 0) {
        if (!isWhole) throw new Error('The statement ended before all rows were read.');
        return;
      }
      const rows = chunk.convertRows(readValue);
      isWhole = rows.at(-1)?.pop() === true;
      if (isWhole) rows.pop();
      for (let from = 0; from < rows.length; from += rowsPerBatch) {
        await this.#waitForCredit();
        if (this.#cancelled) return;
        const some = rows.slice(from, from + rowsPerBatch).map((row) => row.slice(0, names.length));
        send({ type: 'rows', id, names, rows: some });
      }
    }
  }

  async #waitForCredit(): Promise<void> {
    while (this.#credit === 0 && !this.#cancelled) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    this.#credit -= 1;
  }

  async #timed<T>(work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const timer = setTimeout(() => {
      this.#timedOut = true;
      this.#connection?.interrupt();
    }, this.#leftMs);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      this.#leftMs = Math.max(1, this.#leftMs - (performance.now() - start));
    }
  }
}

function send(message: FromChild): void {
  process.send?.(message);
}

process.on('message', (message: ToChild) => {
  if (message.type === 'more') return statements.get(message.id)?.more();
  if (message.type === 'cancel') return statements.get(message.id)?.cancel();
  const statement = new Statement(message);
  statements.set(message.id, statement);
  void statement.execute().then((outcome) => {
    statements.delete(message.id);
    send(outcome);
  });
});
send({ type: 'ready' });
