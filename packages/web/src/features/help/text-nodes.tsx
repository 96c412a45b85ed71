import type { TextElement, TextNode } from '@assay/contract/vocabulary/text-nodes.ts';
import { type ComponentType, createElement, isValidElement, type ReactNode } from 'react';
import { Link } from 'react-router';
import { anchorOf } from './reading.ts';

interface PartProps {
  href?: string | undefined;
  children?: ReactNode;
}

function wordsOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(wordsOf).join('');
  return isValidElement<{ children?: ReactNode }>(node) ? wordsOf(node.props.children) : '';
}

const linkLook = 'rounded-small font-medium text-accent underline decoration-1 underline-offset-4 hover:decoration-2';

/** Pages of this site open by the router, the chat in its window, anything else outside and without our address. */
function TextLink({ href = '', children }: PartProps) {
  if (href.startsWith('/service.html'))
    return (
      <a href={href} target="_blank" rel="noopener" className={linkLook}>
        {children}
      </a>
    );
  if (href.startsWith('/') && !href.startsWith('//'))
    return (
      <Link to={href} className={linkLook}>
        {children}
      </Link>
    );
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={linkLook}>
      {children}
    </a>
  );
}

/** Inline code in double brackets is a field that the operator has still to fill in. */
function Code({ children }: PartProps) {
  const [, field] = /^\[\[(.+)\]\]$/.exec(wordsOf(children)) ?? [];
  if (field !== undefined)
    return <mark className="rounded-small border border-dashed border-warn bg-warn-soft px-s2 text-warn">{field}</mark>;
  return (
    <code dir="ltr" className="rounded-small bg-surface-2 px-s2 py-[1px] font-mono text-[0.92em]">
      {children}
    </code>
  );
}

/** A heading carries its address, with room for the bar on top. */
const headed = (Level: 'h2' | 'h3', look: string) =>
  function Heading({ children }: PartProps) {
    return (
      <Level id={anchorOf(wordsOf(children))} className={`scroll-mt-[calc(var(--bar-height)+var(--step-5))] ${look}`}>
        {children}
      </Level>
    );
  };

/** How an element looks; those that are left out look like themselves. */
const parts: Partial<Record<TextElement, ComponentType<PartProps>>> = {
  a: TextLink,
  code: Code,
  h2: headed('h2', 'mt-s5 text-emphasis font-semibold tracking-[-0.01em]'),
  h3: headed('h3', 'mt-s3 font-semibold'),
  ul: ({ children }) => <ul className="flex list-disc flex-col gap-s2 ps-[1.3em] marker:text-accent">{children}</ul>,
  ol: ({ children }) => <ol className="flex list-decimal flex-col gap-s2 ps-[1.5em] marker:text-muted">{children}</ol>,
  blockquote: ({ children }) => <blockquote className="border-s-2 border-accent ps-s4 text-muted">{children}</blockquote>,
  table: ({ children }) => (
    <div className="overflow-x-auto rounded-middle border border-line">
      <table className="w-full text-start [&_tbody_tr]:border-t [&_tbody_tr]:border-line [&_thead:not(:has(th:not(:empty)))]:hidden [&_tbody_tr:first-child]:first-of-type:border-t-0">
        {children}
      </table>
    </div>
  ),
  th: ({ children }) => <th className="bg-surface-2 px-s4 py-s3 text-start font-medium text-muted">{children}</th>,
  td: ({ children }) => <td className="numbers px-s4 py-s3 align-top first:text-muted">{children}</td>,
};

/** All of these nodes, each with those that are its own. */
function drawn(nodes: readonly TextNode[]): ReactNode[] {
  let at = 0;
  const next = (): ReactNode => {
    const place = at;
    const node = nodes[place];
    at += 1;
    if (node === undefined || typeof node === 'string') return node;
    const own = some(node.nodes);
    const { element, href } = node;
    const Part = parts[element];
    return Part === undefined
      ? createElement(element, { key: place }, ...own)
      : createElement(Part, { key: place, ...(href !== undefined && { href }) }, ...own);
  };
  const some = (count: number): ReactNode[] => {
    const found: ReactNode[] = [];
    while (found.length < count && at < nodes.length) found.push(next());
    return found;
  };
  return some(nodes.length);
}

/** A text as the server has read it from what an operator wrote. */
export function TextNodes({ nodes = [] }: { nodes: readonly TextNode[] | undefined }) {
  return <div className="flex flex-col gap-s4 leading-[1.7]">{drawn(nodes)}</div>;
}
