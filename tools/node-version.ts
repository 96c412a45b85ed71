// The tests run on the project's own Node, which comes as a package and which npm's commands find first. An older one
// of the machine would load them and then break in the reporter, with a message that says nothing.
import manifest from '../package.json' with { type: 'json' };

/** The message for a Node that is too old for the tests; undefined if it is not. */
export function nodeRefusal(version: string): string | undefined {
  const wanted = manifest.dependencies.node;
  if (Number.parseInt(version, 10) >= Number.parseInt(wanted, 10)) return undefined;
  return `The tests need Node ${wanted} and this is Node ${version}: run \`npm test\`, or \`npm exec -- vitest run <file>\`, which find it.`;
}

/** Ends a process that an older Node runs, with one sentence. */
export function requireOwnNode(): void {
  const refusal = nodeRefusal(process.versions.node);
  if (refusal === undefined) return;
  process.stderr.write(`${refusal}\n`);
  process.exit(1);
}
