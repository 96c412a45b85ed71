import type { DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import type { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';

/** One content with the newest text of each language. */
export type Content = DeskResult<typeof consoleCalls.contents.detail>;
