// Loaded before a program of ours: keeps its code as it was compiled, so that the next start does not compile it again.
import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

enableCompileCache(join(dirname(dirname(fileURLToPath(import.meta.url))), '.cache', 'compiled'));
