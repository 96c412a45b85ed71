import { ConfigurationError, readConfig } from './platform/config.ts';

async function main(): Promise<void> {
  const config = await readConfig(process.env, process.argv.slice(2));
  // Loaded only when there is something to start: a wrong configuration is reported at once.
  const { start } = await import('./start.ts');
  await start(config);
}

main().catch((error: unknown) => {
  // One sentence for what a person can mend; the whole story for our own mistakes.
  process.stderr.write(
    error instanceof ConfigurationError
      ? `assay: ${error.message}\n`
      : `assay: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
});
