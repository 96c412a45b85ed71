import { setImmediate } from 'node:timers/promises';
import { type TextElement, textElements, type TextNode } from '@assay/contract/vocabulary/text-nodes.ts';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

/** Texts that are kept as they were read: all that the product ships, in its ten languages, and what operators write beside it. */
const keptMax = 2_000;

const markdown = unified().use(remarkParse).use(remarkGfm).use(remarkRehype).freeze();

type Tree = ReturnType<typeof markdown.runSync>;
type Node = Tree['children'][number];
type Element = Extract<Node, { type: 'element' }>;

/** Where an address may lead: pages of this site, the web, mail. Whatever would run something is none. */
const address = /^(?:https?:|mailto:|[^:]*(?:[/?#]|$))/i;

/** Those whose own children are elements: the text between these is the line break of the source. */
const holders: ReadonlySet<string> = new Set(['root', 'ul', 'ol', 'blockquote', 'table', 'thead', 'tbody', 'tr']);

/** Markdown as an operator wrote it, as nodes. HTML in it is left out, pictures too: nothing is fetched from elsewhere. */
export function nodesOf(body: string): readonly TextNode[] {
  const tree = markdown.runSync(markdown.parse(body));
  return inOrder(tree.children.flatMap((child) => drawn(child, 'root')));
}

/** An element with its children, before they are flattened into a list. */
type Drawn = string | (Omit<Element, 'children'> & { tagName: TextElement; own: Drawn[] });

function drawn(node: Node, within: string): Drawn[] {
  if (node.type === 'text') return node.value.trim() === '' && holders.has(within) ? [] : [node.value];
  if (node.type !== 'element') return [];
  const { tagName, children } = node;
  const own = children.flatMap((child) => drawn(child, tagName));
  return isDrawn(tagName) ? [{ ...node, tagName, own }] : own;
}

const isDrawn = (name: string): name is TextElement => (textElements as readonly string[]).includes(name);

function inOrder(all: readonly Drawn[]): TextNode[] {
  return all.flatMap((one) => {
    if (typeof one === 'string') return [one];
    const { tagName: element, own, properties } = one;
    const href = properties['href'];
    const isLink = element === 'a' && typeof href === 'string' && address.test(href);
    return [{ element, nodes: own.length, ...(isLink && { href }) }, ...inOrder(own)];
  });
}

/** Reads each text once for as long as it stays the same, and lets others go first in between: a legal page takes some milliseconds. */
export function createReader(parse = nodesOf) {
  const kept = new Map<string, readonly TextNode[]>();
  return async <T extends { readonly body: string }>(texts: readonly T[]): Promise<(T & { nodes: TextNode[] })[]> => {
    const read: (T & { nodes: TextNode[] })[] = [];
    for (const text of texts) {
      let nodes = kept.get(text.body);
      if (nodes === undefined) {
        await setImmediate();
        nodes = parse(text.body);
        if (kept.size >= keptMax) kept.clear();
        kept.set(text.body, nodes);
      }
      read.push({ ...text, nodes: [...nodes] });
    }
    return read;
  };
}
