import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  type DuckDBConnection,
  DuckDBDecimalValue,
  DuckDBInstance,
  type DuckDBType,
  type DuckDBValue,
  type DuckDBVector,
  INTEGER,
  SQLNULL,
  VARCHAR,
} from '@duckdb/node-api';

import { lowerPriority } from '../../processes/lower-priority';
import { noNumber, type SqlValue } from '../context/table-engine';
import { createRowWriter, type RowWriter } from '../row-formats/row-writer';
import type { FromChild, ToChild } from './duckdb-engine';

/** Batches a statement may send ahead of its consumer. */
const batchesAhead = 2;
/**
 * Size of a batch in characters, after which no further row is added to it, so that wide tables and long cells stay within
 * the memory. A cell counts as many as it takes without its text.
 */
const charactersPerBatch = 1_000_000;
const charactersPerCell = 25;
/** Interval at which a statement is interrupted until it ends. */
const interruptMs = 250;

/**
 * Entry of the tables child, which runs DuckDB statements from its message channel with limits of memory and
 * time. Arguments: spill folder, memory in bytes.
 */
const [spillFolder, memory] = process.argv.slice(2);
const memoryBytes = Number(memory);
if (!spillFolder || !memoryBytes || !process.send) {
  throw new Error('The tables child must be started by the server.');
}

// The pages of everybody come first.
lowerPriority();
// There is nothing to save, and a running statement would delay an orderly exit.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

/**
 * Share of the memory that a Parquet writer may use. It buffers at most a quarter of the limit of its engine,
 * and gets a second thread only if that quarter has 4 MiB per column. The limit is therefore four times this.
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

type Batch = Pick<Extract<FromChild, { type: 'rows' }>, 'count' | 'columns'>;

/** Rows as the engine returns them. */
interface ReadRows {
  names: string[];
  vectors: Pick<DuckDBVector, 'getItem'>[];
  count: number;
}

/** Column that marks the additional last row. */
const endColumn = 'end of rows';

/**
 * Adds a last row that shows that all rows have arrived, because a statement that fails while its rows are
 * read ends them without an error (@duckdb/node-api 1.5.5).
 */
function withLastRow(sql: string): string {
  return `select *, false as "${endColumn}" from (${sql}\n) union all by name select true as "${endColumn}"`;
}

const statements = new Map<number, Statement>();

/** One statement on its own connection. Its time limit counts only the time that DuckDB spends on it. */
class Statement {
  #connection: DuckDBConnection | undefined;
  #credit = batchesAhead;
  #wake: () => void = () => undefined;
  #cancelled = false;
  #timedOut = false;
  #isAtWork = false;
  #interrupting: NodeJS.Timeout | undefined;
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
    if (this.#isAtWork) this.#interrupt();
    this.#wake();
  }

  /**
   * Interrupts the statement until it has ended: the engine forgets an interruption of a statement that waits for a thread.
   */
  #interrupt(): void {
    this.#connection?.interrupt();
    this.#interrupting ??= setInterval(() => this.#connection?.interrupt(), interruptMs);
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
      clearInterval(this.#interrupting);
      this.#connection?.closeSync();
    }
  }

  async #send(connection: DuckDBConnection): Promise<void> {
    const { sql, parameters, wants } = this.request;
    const { values, types } = bindParameters(parameters);
    if (wants === 'nothing') {
      await this.#timed(() => connection.run(sql, values, types));
      return;
    }
    const result = await this.#timed(() => connection.stream(withLastRow(sql), values, types));
    const names = result.deduplicatedColumnNames().slice(0, -1);
    const isNumbers = wants !== 'rows' && wants.name === 'numbers';
    const writer = wants === 'rows' || wants.name === 'numbers' ? null : createRowWriter(wants);
    let isWhole = false;
    for (;;) {
      const chunk = await this.#timed(() => result.fetchChunk());
      if (this.#cancelled) return;
      if (!chunk || chunk.rowCount === 0) break;
      const vectors = Array.from({ length: chunk.columnCount }, (_, i) => chunk.getColumnVector(i));
      isWhole = vectors.pop()?.getItem(chunk.rowCount - 1) === true;
      const rows = { names, vectors, count: chunk.rowCount - (isWhole ? 1 : 0) };
      await (isNumbers ? this.#sendNumbers(rows) : this.#sendRows(rows, writer));
    }
    if (!isWhole) throw new Error('The statement ended before all rows were read.');
    if (writer) this.#sendBytes(writer.finish());
  }

  async #sendRows({ names, vectors, count }: ReadRows, writer: RowWriter | null): Promise<void> {
    for (let from = 0; from < count;) {
      await this.#waitForCredit();
      if (this.#cancelled) return;
      const batch = takeBatch(vectors, from, count);
      from += batch.count;
      if (writer) {
        writeRows(batch, writer);
        this.#sendBytes(writer.take());
      } else send({ type: 'rows', id: this.request.id, names, ...batch });
    }
  }

  async #sendNumbers({ vectors, count }: ReadRows): Promise<void> {
    await this.#waitForCredit();
    if (this.#cancelled) return;
    const numbers = new Uint16Array(vectors.length * count);
    for (const [column, vector] of vectors.entries()) {
      for (let row = 0; row < count; row += 1) numbers[column * count + row] = numberOf(vector.getItem(row));
    }
    this.#sendBytes(new Uint8Array(numbers.buffer));
  }

  #sendBytes(bytes: Uint8Array): void {
    send({ type: 'bytes', id: this.request.id, bytes });
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
      this.#interrupt();
    }, this.#leftMs);
    this.#isAtWork = true;
    try {
      return await work();
    } finally {
      this.#isAtWork = false;
      clearTimeout(timer);
      this.#leftMs = Math.max(1, this.#leftMs - (performance.now() - start));
    }
  }
}

/** The values of the rows from `from` on that fit into one batch; at least one row. */
function takeBatch(vectors: ReadRows['vectors'], from: number, end: number): Batch {
  const columns = vectors.map((): SqlValue[] => []);
  let characters = 0;
  let row = from;
  for (; row < end && characters < charactersPerBatch; row += 1) {
    for (let i = 0; i < vectors.length; i += 1) {
      const value = readValue(vectors[i]!.getItem(row));
      columns[i]!.push(value);
      characters += charactersPerCell + (typeof value === 'string' ? value.length : 0);
    }
  }
  return { count: row - from, columns };
}

function numberOf(value: DuckDBValue): number {
  return typeof value === 'number' ? value : noNumber;
}

function writeRows({ count, columns }: Batch, writer: RowWriter): void {
  const cells = new Array<SqlValue>(columns.length).fill(null);
  for (let row = 0; row < count; row += 1) {
    for (let i = 0; i < columns.length; i += 1) cells[i] = columns[i]![row]!;
    writer.add(cells);
  }
}

function send(message: FromChild): void {
  process.send?.(message);
}

process.on('message', (message: ToChild) => {
  if (message.type === 'ask') return void answer();
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

/** Tells that both engines still work. Without it, the parent ends this process. */
async function answer(): Promise<void> {
  for (const engine of Object.values(engines)) {
    const connection = await (await engine).connect();
    await connection.run('select 1');
    connection.closeSync();
  }
  send({ type: 'alive' });
}

/** Binds whole numbers as integers, which `limit ?` and row numbers require. */
function bindParameters(parameters: SqlValue[]): { values: DuckDBValue[]; types: DuckDBType[] } {
  const types = parameters.map(typeOf);
  const values = parameters.map((value, i) => (types[i] === BIGINT ? BigInt(value as number) : value));
  return { values, types };
}

function typeOf(value: SqlValue): DuckDBType {
  if (value === null) return SQLNULL;
  if (typeof value === 'string') return VARCHAR;
  if (typeof value === 'boolean') return BOOLEAN;
  if (!Number.isSafeInteger(value)) return DOUBLE;
  return Math.abs(value) < 2 ** 31 ? INTEGER : BIGINT;
}

/** Converts a result value: 64-bit integers and decimals to numbers, dates and lists to text. */
function readValue(value: DuckDBValue): SqlValue {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    case 'bigint':
      return Number(value);
  }
  if (value instanceof DuckDBDecimalValue) return value.toDouble();
  return value === null || value === undefined ? null : String(value);
}
