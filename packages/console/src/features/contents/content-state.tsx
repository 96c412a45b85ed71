import type { DeskContent } from '@assay/contract/endpoints/console/contents.ts';
import { Box, Link } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Tag } from '../../ui/tag.tsx';

type Head = Pick<DeskContent, 'publishedAt' | 'changed' | 'waiting'>;

/** Whether customers see it, whether a newer text waits to be shown, and whether a proposal is open. */
export function ContentState({ content: { publishedAt, changed, waiting } }: { content: Head }) {
  const say = useWords();
  const format = useFormat();
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      {publishedAt === null ? (
        <Tag text={say('contents.draft')} />
      ) : (
        <Tag text={say('contents.published', { at: format.date(publishedAt) })} tone="good" />
      )}
      {changed && <Tag text={say('contents.changed')} tone="info" />}
      {waiting !== null && (
        <Link component={RouterLink} to={`/proposals/${waiting}`}>
          {say('contents.waiting')}
        </Link>
      )}
    </Box>
  );
}
