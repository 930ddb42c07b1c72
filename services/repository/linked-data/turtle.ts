import { type BlankNode, DataFactory, type NamedNode, type Quad, Writer } from 'n3';

import { prefixes } from './dcat';

const { blankNode, literal, namedNode, quad } = DataFactory;
type Node = Record<string, unknown>;
type Subject = NamedNode | BlankNode;
const typePredicate = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

/** The statements of a JSON-LD object as Turtle. Its context must have nothing but prefixes. */
export function toTurtle(object: Node): string {
  const writer = new Writer({ prefixes });
  writer.addQuads(statementsOf(object));
  let turtle = '';
  // The writer calls back at once, because it does not write to a stream.
  writer.end((_, text: string) => (turtle = text));
  return turtle;
}

/** All statements about a node, then those about the nodes in it. Names of blank nodes are always the same. */
function statementsOf(object: Node): Quad[] {
  const statements: Quad[] = [];
  const nodes: { subject: Subject; node: Node }[] = [];
  let blankNodes = 0;
  const queue = (node: Node): Subject => {
    const id = node['@id'];
    const subject = typeof id === 'string' ? namedNode(expand(id)) : blankNode(`b${blankNodes++}`);
    nodes.push({ subject, node });
    return subject;
  };
  queue(object);
  // The list grows while it is read.
  for (const { subject, node } of nodes) {
    for (const [name, values] of Object.entries(node)) {
      if (name === '@context' || name === '@id') continue;
      for (const value of listOf(values)) statements.push(statement(subject, name, value, queue));
    }
  }
  return statements;
}

function statement(subject: Subject, name: string, value: unknown, queue: (node: Node) => Subject): Quad {
  if (name === '@type') return quad(subject, namedNode(typePredicate), namedNode(expand(String(value))));
  return quad(subject, namedNode(expand(name)), isLiteral(value) ? literalOf(value) : queue(value as Node));
}

function listOf(value: unknown): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function isLiteral(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null && '@value' in value);
}

function literalOf(value: unknown) {
  if (typeof value === 'string') return literal(value);
  const { '@value': text, '@language': language, '@type': type } = value as Record<string, string>;
  return literal(text ?? '', language ?? (type ? namedNode(expand(type)) : undefined));
}

/** A name with its prefix as an IRI; an IRI as it is. */
function expand(name: string): string {
  const [prefix = '', ...local] = name.split(':');
  const namespace = (prefixes as Record<string, string>)[prefix];
  return namespace === undefined ? name : namespace + local.join(':');
}
