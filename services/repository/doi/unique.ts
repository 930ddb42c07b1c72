/** The items, each once: DataCite's lists hold nothing twice. */
export function unique<Item>(items: Item[]): Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
