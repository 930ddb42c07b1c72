import type { PGlite } from '@electric-sql/pglite';

/** More than the server has statements of its own. Plans of this many joins take 40 MB. */
const mostPlans = 500;
/** Longer statements have a list of values for many rows, and are rarely sent again. */
const maxStatementBytes = 16_384;

const [bind, close, errorResponse, parse, query, sync] = [...'BCEPQS'].map((letter) => letter.charCodeAt(0));
/** Kind and length, before the fields of a message. */
const headerBytes = 5;
/** What PostgreSQL answers to a 'parse' that succeeded. */
const parseComplete = Buffer.from([0x31, 0, 0, 0, 4]);

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
export function keepPlans(db: PGlite, maxPlans = mostPlans): void {
  /** Names by statement, the one used last at the end. */
  const names = new Map<string, string>();
  const run = db.execProtocolRawStream.bind(db);
  let made = 0;

  async function drop(name: string): Promise<void> {
    const closing = messageOf(close, Buffer.from(`S${name}\0`));
    await run(Buffer.concat([closing, messageOf(sync)]), { onRawData: () => {} });
  }
  async function forget(statements: Iterable<string>): Promise<void> {
    for (const statement of [...statements]) {
      const name = names.get(statement);
      names.delete(statement);
      if (name !== undefined) await drop(name);
    }
  }

  db.execProtocolRawStream = async (exchange, options) => {
    const asked = unnamedIn(exchange);
    if (!asked || !options) {
      await run(exchange, options);
      if (changesTables(exchange)) await forget(names.keys());
      return;
    }
    const statement = asked.statement.toString('latin1');
    const known = names.get(statement);
    const name = known ?? `plan_${(made += 1)}`;
    names.delete(statement);
    let first: number | undefined;
    await run(named(asked, name, known === undefined), {
      ...options,
      onRawData: (data) => {
        options.onRawData(known !== undefined && first === undefined ? Buffer.concat([parseComplete, data]) : data);
        first ??= data[0];
      },
    });
    // An error may be one of the plan, such as one of tables whose change was rolled back. After a notice it is not known
    // what follows.
    const isUsable = known === undefined ? first === parseComplete[0] : first !== errorResponse;
    if (isUsable) names.set(statement, name);
    else await drop(name);
    if (names.size > maxPlans) await forget([...names.keys()].slice(0, 1));
  };
}

/** Null if this is something else, or too long to be kept. */
function unnamedIn(exchange: Uint8Array): Unnamed | null {
  const bytes = Buffer.from(exchange.buffer, exchange.byteOffset, exchange.byteLength);
  const isUnnamed = bytes[0] === parse && bytes[headerBytes] === 0;
  if (!isUnnamed) return null;
  const parsing = firstMessage(bytes);
  const next = bytes.subarray(parsing.length);
  if (next[0] !== bind || parsing.length > maxStatementBytes) return null;
  const binding = firstMessage(next);
  const portalEnd = binding.indexOf(0, headerBytes) + 1;
  // The name of the statement, after that of the portal, is empty.
  if (binding[portalEnd] !== 0) return null;
  return {
    statement: parsing.subarray(headerBytes + 1),
    portal: binding.subarray(headerBytes, portalEnd),
    values: binding.subarray(portalEnd + 1),
    rest: next.subarray(binding.length),
  };
}

function named({ statement, portal, values, rest }: Unnamed, name: string, withParse: boolean): Buffer {
  const named = Buffer.from(`${name}\0`);
  const binding = messageOf(bind, portal, named, values);
  return Buffer.concat([...(withParse ? [messageOf(parse, named, statement)] : []), binding, rest]);
}

/** The first of several messages. Its length counts itself, but not its kind. */
function firstMessage(bytes: Buffer): Buffer {
  return bytes.subarray(0, 1 + bytes.readInt32BE(1));
}

function messageOf(kind: number | undefined, ...fields: Buffer[]): Buffer {
  const message = Buffer.concat([Buffer.alloc(headerBytes), ...fields]);
  message[0] = kind ?? 0;
  message.writeInt32BE(message.length - 1, 1);
  return message;
}

/** Whether kept plans may give other columns than before. Such a statement has no parameters. */
function changesTables(exchange: Uint8Array): boolean {
  if (exchange[0] !== query) return false;
  const statement = Buffer.from(exchange).toString('latin1', headerBytes);
  return /\b(?:alter|create|drop|discard|deallocate)\b/i.test(statement);
}
