import { Button } from '@mui/material';
import { TriangleAlert } from 'lucide-react';
import { Empty } from '../shared/parts/states.tsx';
import { useWords } from '../shared/words/words.ts';
import { Page } from '../ui/page.tsx';

/** Stands in the place of a page that could not be drawn. */
export function Failed() {
  const say = useWords();
  return (
    <Page title={say('ra.page.error')}>
      <Empty text={say('ra.message.error')} icon={TriangleAlert}>
        <Button variant="outlined" color="inherit" onClick={() => window.location.reload()}>
          {say('ra.action.update_application')}
        </Button>
      </Empty>
    </Page>
  );
}

/** An address that no desk has. */
export function NotFound() {
  const say = useWords();
  return (
    <Page title={say('ra.page.not_found')}>
      <Empty text={say('ra.message.not_found')} />
    </Page>
  );
}

/** A desk for other roles. */
export function NotYours() {
  const say = useWords();
  return (
    <Page title={say('ra.page.access_denied')}>
      <Empty text={say('ra.message.access_denied')} />
    </Page>
  );
}
