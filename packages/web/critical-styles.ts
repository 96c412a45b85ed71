import postcss, { type AtRule, type Container, type Rule } from 'postcss';

/** The face that every page begins with; others come with the whole stylesheet. */
const firstFace = /inter-basic/;

/**
 * The part of a stylesheet that this markup uses: rules whose every class is in it, those without a class, and what these use.
 * Order and layers stay as they are, so that the whole stylesheet, when it comes, changes nothing.
 */
export function criticalStyles(css: string, markup: string): string {
  const classes = new Set([...markup.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => unescaped(names).split(' ')));
  const root = postcss.parse(css);
  root.walkRules((rule) => keepSelectors(rule, classes));
  root.walkComments((comment) => void comment.remove());
  const used = root.toString();
  root.walkAtRules((rule) => {
    const { name, params } = rule;
    const isUnused =
      (name === 'font-face' && !firstFace.test(rule.toString())) ||
      (name === 'keyframes' && !new RegExp(`animation(?:-name)?:[^;}]*\\b${params}\\b`).test(used)) ||
      (name === 'property' && !used.includes(`var(${params}`));
    if (isUnused) rule.remove();
  });
  dropEmpty(root);
  return root.toString();
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&amp;', '&')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'");

function keepSelectors(rule: Rule, classes: ReadonlySet<string>): void {
  if (rule.parent?.type === 'atrule' && (rule.parent as AtRule).name === 'keyframes') return;
  const kept = rule.selectors.filter((selector) =>
    [...selector.matchAll(/\.((?:\\.|[\w-])+)/g)].every(([, name = '']) => classes.has(name.replaceAll(/\\(.)/g, '$1'))),
  );
  if (kept.length === 0) rule.remove();
  else rule.selectors = kept;
}

function dropEmpty(container: Container): void {
  container.each((node) => {
    if (node.type !== 'atrule' && node.type !== 'rule') return;
    if (node.nodes === undefined) return;
    dropEmpty(node);
    // An empty layer still says in which order layers count.
    if (node.nodes.length === 0) node.remove();
  });
}
