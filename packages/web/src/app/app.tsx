import { CSPProvider } from '@base-ui/react/csp-provider';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { queryClient } from '../shared/client/api.ts';
import { useSession } from '../shared/client/session.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Frame } from './frame.tsx';

/** Everything that pages may rely on, around the frame. The build, which draws the first page, has no address bar to route by. */
export function App({ Router }: { Router: ComponentType<{ children: ReactNode }> }) {
  const direction = useSession((session) => (session.language === 'ar' ? 'rtl' : 'ltr'));
  return (
    <QueryClientProvider client={queryClient}>
      <CSPProvider disableStyleElements>
        <DirectionProvider direction={direction}>
          <Router>
            <ErrorBoundary>
              <Frame />
            </ErrorBoundary>
          </Router>
        </DirectionProvider>
      </CSPProvider>
    </QueryClientProvider>
  );
}
