import type { Page } from '@playwright/test';

/** The used part of a node in the tree that Chromium gives to assistive technology. */
interface TreeNode {
  nodeId: string;
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  description?: { value: string };
  value?: { value: string | number };
  properties?: { name: string; value: { value?: unknown } }[];
  childIds?: string[];
}

/** Containers that are not announced. */
const silent = new Set([
  'RootWebArea',
  'generic',
  'none',
  'InlineTextBox',
  'LineBreak',
  'paragraph',
  'LabelText',
  'Legend',
  'StaticText',
  'ListMarker',
  'MenuListPopup',
  'DescriptionListDetail',
  'LayoutTable',
  'rowgroup',
  'emphasis',
  'strong',
]);
/** Roles whose name is their content, which is not read again. */
const namedByContent = new Set([
  'link',
  'button',
  'heading',
  'checkbox',
  'radio',
  'option',
  'columnheader',
  'rowheader',
  'cell',
  'gridcell',
  'caption',
  'term',
  'DescriptionListTerm',
]);
const states = ['level', 'checked', 'pressed', 'expanded', 'selected', 'required', 'invalid', 'current', 'multiline'];

/**
 * A page as a screen reader goes through it, one line per stop: role, name, state, value, description. Dates, times,
 * identifiers and temporary addresses are replaced by a mark, so that two readings of the same screen are equal.
 */
export async function readAloud(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: TreeNode[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines: string[] = [];

  const read = (node: TreeNode, depth: number): void => {
    const role = node.role?.value ?? '';
    const name = (node.name?.value ?? '').trim();
    const speaks = !node.ignored && (!silent.has(role) || (role === 'StaticText' && name !== ''));
    if (speaks) lines.push('  '.repeat(depth) + describe(node, role, name));
    // The many options of a closed select are not read.
    if (role === 'combobox' || (speaks && namedByContent.has(role) && name !== '' && !holdsControl(node))) return;
    for (const id of node.childIds ?? []) {
      const child = byId.get(id);
      if (child) read(child, speaks ? depth + 1 : depth);
    }
  };
  const holdsControl = (node: TreeNode): boolean =>
    (node.childIds ?? []).some((id) => {
      const child = byId.get(id);
      if (!child) return false;
      const role = child.role?.value ?? '';
      return ['link', 'button', 'checkbox', 'radio', 'textbox', 'combobox'].includes(role) || holdsControl(child);
    });

  const root = nodes[0];
  if (root) read(root, 0);
  return `${lines.join('\n')}\n`;
}

function describe(node: TreeNode, role: string, name: string): string {
  // Counts in the footer grow with the demonstration.
  const text = /^[\d.,]+$/.test(name) ? '<number>' : name;
  const said = role === 'StaticText' ? [`"${text}"`] : [role, ...(name ? [`"${name}"`] : [])];
  for (const state of states) {
    const value = node.properties?.find((property) => property.name === state)?.value.value;
    if (value === undefined || value === 'false' || value === false) continue;
    said.push(value === true || value === 'true' ? state : `${state} ${String(value)}`);
  }
  const value = node.value?.value;
  if (value !== undefined && value !== '') said.push(`= ${value}`);
  if (node.description?.value) said.push(`(${node.description.value})`);
  return said
    .join(' ')
    .replace(/\s+/g, ' ')
    .replaceAll(/\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?(?: [AP]M)?)?/g, '<time>')
    .replaceAll(/\b\d{1,2}\.? \p{Lu}\p{L}+ \d{4}\b/gu, '<time>');
}
