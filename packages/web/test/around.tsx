import type { Language } from '@assay/contract/vocabulary/languages.ts';
// The providers around a component on the site, without frame and server.
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { type ReactNode, Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { expect } from 'vitest';
import { type RenderHookResult, type RenderResult, render, renderHook } from 'vitest-browser-react';
import { queryClient } from '../src/shared/client/api.ts';
import { useSession } from '../src/shared/client/session.ts';
import { declareLanguage, tagOf } from '../src/shared/words/i18n.ts';
import { ToastRegion } from '../src/ui/toasts/toast-region.tsx';

function Around({ told, children }: { told?: ReactNode; children: ReactNode }) {
  const direction = useSession(({ language }) => (language === 'ar' ? 'rtl' : 'ltr'));
  return (
    <QueryClientProvider client={queryClient}>
      <DirectionProvider direction={direction}>
        <MemoryRouter>
          <Suspense>{children}</Suspense>
          <ToastRegion>{told}</ToastRegion>
        </MemoryRouter>
      </DirectionProvider>
    </QueryClientProvider>
  );
}

/** Draws a component as a page of the site would, toasts included; `told` is shown with them as long as it is there. */
export function draw(part: ReactNode, told?: ReactNode): Promise<RenderResult> {
  return render(part, { wrapper: ({ children }) => <Around told={told}>{children}</Around> });
}

/** Runs a hook as a component of the site would. */
export function use<Result>(hook: () => Result): Promise<RenderHookResult<Result, unknown>> {
  return renderHook(hook, { wrapper: Around });
}

/**
 * All words of a language at once, as they are there on a page that has been open for a while: a part that still waits for its words
 * is drawn anew with them, and gives up what it has asked for by then.
 */
async function learn(language: Language): Promise<void> {
  const address = `/@id/virtual:words/${language}`;
  const { words } = (await import(/* @vite-ignore */ address)) as { words: Record<string, object> };
  for (const [namespace, texts] of Object.entries(words)) i18next.addResourceBundle(tagOf(language), namespace, texts);
}

/** Words and direction of the document from here on. */
export async function speak(language: Language): Promise<void> {
  await learn(language);
  useSession.getState().setLanguage(language);
  const tag = language === 'hk' ? 'zh-Hant' : language;
  await expect.poll(() => i18next.language).toMatch(new RegExp(`^${tag}`));
  declareLanguage(language);
}
