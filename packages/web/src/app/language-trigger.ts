/** One look for the button before and after its menu has come. */
export const languageTrigger =
  'inline-flex min-h-control min-w-control items-center justify-center gap-s2 rounded-middle text-muted transition-quick hover:bg-surface-2 hover:text-text desktop:px-s3';
