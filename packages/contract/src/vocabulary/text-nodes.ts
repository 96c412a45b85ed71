/** What a published text is made of; all other Markdown is dropped, and its content kept. */
export const textElements = [
  'p',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'a',
  'strong',
  'em',
  'del',
  'code',
  'pre',
  'blockquote',
  'hr',
  'br',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const;
export type TextElement = (typeof textElements)[number];

/** Words, or an element with how many of the nodes that follow are its own; those have theirs right behind them. */
export type TextNode =
  | string
  | { readonly element: TextElement; readonly nodes: number; /** Of a link. */ readonly href?: string | undefined };
