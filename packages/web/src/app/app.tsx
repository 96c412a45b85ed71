import { CSPProvider } from '@base-ui/react/csp-provider';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import { queryClient } from '../shared/client/api.ts';
import { useSession } from '../shared/client/session.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Frame } from './frame.tsx';

/** Everything that pages may rely on, around the frame. */
export function App() {
  const direction = useSession((session) => (session.language === 'ar' ? 'rtl' : 'ltr'));
  return (
    <QueryClientProvider client={queryClient}>
      <CSPProvider disableStyleElements>
        <DirectionProvider direction={direction}>
          <BrowserRouter>
            <ErrorBoundary>
              <Frame />
            </ErrorBoundary>
          </BrowserRouter>
        </DirectionProvider>
      </CSPProvider>
    </QueryClientProvider>
  );
}
