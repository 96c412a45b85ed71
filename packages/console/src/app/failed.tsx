import { Button } from '@mui/material';
import { TriangleAlert } from 'lucide-react';
import { Empty } from '../shared/parts/states.tsx';
import { useWords } from '../shared/words/words.ts';
import { Page } from '../ui/page.tsx';

/** Shown in the place of a page that could not be drawn. */
export function Failed() {
  const say = useWords();
  return (
    <Page title={say('frame.failedTitle')}>
      <Empty text={say('frame.failed')} icon={TriangleAlert}>
        <Button variant="outlined" color="inherit" onClick={() => window.location.reload()}>
          {say('frame.reload')}
        </Button>
      </Empty>
    </Page>
  );
}

/** An address that no desk has. */
export function NotFound() {
  const say = useWords();
  return (
    <Page title={say('frame.notFoundTitle')}>
      <Empty text={say('frame.notFound')} />
    </Page>
  );
}

/** A desk for other roles. */
export function NotYours() {
  const say = useWords();
  return (
    <Page title={say('frame.notYoursTitle')}>
      <Empty text={say('frame.notYours')} />
    </Page>
  );
}
