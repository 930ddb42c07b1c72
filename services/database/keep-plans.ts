import type { PGlite } from '@electric-sql/pglite';

/** More than the server has statements of its own. Plans of this many joins take 40 MB. */
const mostPlans = 500;
/** Time after which a statement is planned anew, because tables may have grown meanwhile. */
const keptMs = 60_000;
/** Longer statements have a list of values for many rows, and are rarely sent again. */
const maxStatementBytes = 16_384;

/** Kind and length, before the fields of a message. */
const headerBytes = 5;
/** What PostgreSQL answers to a 'parse' that succeeded. */
const parseComplete = messageOf('1');

interface Plan {
  name: string;
  /** `performance.now()` */
  madeAt: number;
}

/** An extended query of a statement that its client gave no name. */
interface Unnamed {
  /** The statement and the types of its parameters. */
  statement: Buffer;
  portal: Buffer;
  /** Values of the parameters. */
  values: Buffer;
  /** Messages after 'bind'. */
  rest: Buffer;
}

/**
 * Lets the embedded database plan a statement once and not each time it is sent, which is most of what a short one
 * costs. Statements without a name get one here, and what is known is not parsed again. Clients do not notice it. They
 * cannot do this themselves, because all of them share one session, in which their names would collide. Takes whole
 * extended queries (whole-exchanges.ts).
 */
export function keepPlans(db: PGlite, limits: Partial<Limits> = {}): void {
  const run = db.execProtocolRawStream.bind(db);
  const plans = new Plans(run, { maxPlans: mostPlans, maxAgeMs: keptMs, ...limits });
  db.execProtocolRawStream = async (exchange, options) => {
    const asked = unnamedIn(exchange);
    if (asked && options) return plans.execute(asked, options);
    await run(exchange, options);
    if (changesTables(exchange)) await plans.forgetAll();
  };
}

type Run = PGlite['execProtocolRawStream'];

interface Limits {
  maxPlans: number;
  maxAgeMs: number;
}

class Plans {
  /** By statement, the one used last at the end. */
  readonly #plans = new Map<string, Plan>();
  readonly #run: Run;
  readonly #limits: Limits;
  #made = 0;

  constructor(run: Run, limits: Limits) {
    this.#run = run;
    this.#limits = limits;
  }

  async execute(asked: Unnamed, options: NonNullable<Parameters<Run>[1]>): Promise<void> {
    const statement = asked.statement.toString('latin1');
    const kept = this.#plans.get(statement);
    const isKnown = kept !== undefined && performance.now() - kept.madeAt < this.#limits.maxAgeMs;
    if (kept && !isKnown) await this.#forget(statement);
    const plan = isKnown ? kept : { name: `plan_${(this.#made += 1)}`, madeAt: performance.now() };
    this.#plans.delete(statement);
    let first: string | undefined;
    await this.#run(named(asked, plan.name, !isKnown), {
      ...options,
      onRawData: (data) => {
        options.onRawData(isKnown && first === undefined ? Buffer.concat([parseComplete, data]) : data);
        first ??= kindOf(data);
      },
    });
    // An error may be one of the plan, such as one of tables whose change was rolled back. After a notice it is not known
    // what follows.
    const isUsable = isKnown ? first !== 'E' : first === '1';
    if (isUsable) this.#plans.set(statement, plan);
    else await this.#close(plan);
    const [oldest] = this.#plans.keys();
    if (this.#plans.size > this.#limits.maxPlans && oldest !== undefined) await this.#forget(oldest);
  }

  async forgetAll(): Promise<void> {
    for (const statement of [...this.#plans.keys()]) await this.#forget(statement);
  }

  async #forget(statement: string): Promise<void> {
    const plan = this.#plans.get(statement);
    this.#plans.delete(statement);
    if (plan) await this.#close(plan);
  }

  async #close({ name }: Plan): Promise<void> {
    const closing = messageOf('C', Buffer.from(`S${name}\0`));
    await this.#run(Buffer.concat([closing, messageOf('S')]), { onRawData: () => {} });
  }
}

/** Null if this is something else, broken, or too long to be kept. */
function unnamedIn(exchange: Uint8Array): Unnamed | null {
  const bytes = Buffer.from(exchange.buffer, exchange.byteOffset, exchange.byteLength);
  if (kindOf(bytes) !== 'P' || bytes[headerBytes] !== 0) return null;
  const messages = messagesIn(bytes);
  const kinds = messages.map(kindOf).join('');
  const [parsing, binding, ...rest] = messages;
  // What node-postgres sends. Others may name the statement again, or go on after an error.
  if (!/^PBD?E?S$/.test(kinds) || !parsing || !binding || parsing.length > maxStatementBytes) return null;
  const [described] = rest;
  // Of the portal ('P'), not of the statement.
  if (described && kindOf(described) === 'D' && described.toString('latin1', headerBytes)[0] !== 'P') return null;
  const portalEnd = binding.indexOf(0, headerBytes) + 1;
  // The name of the statement, after that of the portal, is empty.
  if (portalEnd === 0 || binding[portalEnd] !== 0) return null;
  return {
    statement: parsing.subarray(headerBytes + 1),
    portal: binding.subarray(headerBytes, portalEnd),
    values: binding.subarray(portalEnd + 1),
    rest: Buffer.concat(rest),
  };
}

/** Messages of an exchange; none if one of them does not say how long it is. Its length counts itself, not its kind. */
function messagesIn(bytes: Buffer): Buffer[] {
  const messages: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const length = start + headerBytes <= bytes.length ? bytes.readInt32BE(start + 1) : 0;
    const end = start + 1 + length;
    if (length < headerBytes - 1 || end > bytes.length) return [];
    messages.push(bytes.subarray(start, end));
    start = end;
  }
  return messages;
}

function named({ statement, portal, values, rest }: Unnamed, name: string, withParse: boolean): Buffer {
  const terminated = Buffer.from(`${name}\0`);
  const binding = messageOf('B', portal, terminated, values);
  return Buffer.concat([...(withParse ? [messageOf('P', terminated, statement)] : []), binding, rest]);
}

function kindOf([code = 0]: Uint8Array): string {
  return String.fromCharCode(code);
}

function messageOf(kind: string, ...fields: Buffer[]): Buffer {
  const message = Buffer.concat([Buffer.from(kind), Buffer.alloc(headerBytes - 1), ...fields]);
  message.writeInt32BE(message.length - 1, 1);
  return message;
}

/** Whether kept plans may give other columns than before. Such a statement has no parameters. */
function changesTables(exchange: Uint8Array): boolean {
  if (kindOf(exchange) !== 'Q') return false;
  const statement = Buffer.from(exchange).toString('latin1', headerBytes);
  return /\b(?:alter|create|drop|discard|deallocate)\b/i.test(statement);
}
