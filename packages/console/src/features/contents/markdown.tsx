import { Box } from '@mui/material';
import Renderer, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';

/** Headings of a text are of a lower level than those of the page; links lead nowhere from here, they are only shown. */
const components: Components = {
  h2: 'h3',
  h3: 'h4',
  a: ({ children }) => <u>{children}</u>,
};

/** No pictures: nothing is fetched from elsewhere. */
const allowed = 'p h2 h3 h4 ul ol li a strong em del code pre blockquote hr br table thead tbody tr th td'.split(' ');

/** A text as customers see it; HTML in it is left out. */
export function Markdown({ text }: { text: string }) {
  return (
    <Box
      sx={{
        fontSize: '0.875rem',
        lineHeight: 1.65,
        overflowWrap: 'anywhere',
        '& h3': { fontSize: '1rem', mt: 2, mb: 0.5 },
        '& h4': { fontSize: '0.9rem', mt: 1.5, mb: 0.5 },
        '& p, & ul, & ol': { my: 1 },
        '& table': { borderCollapse: 'collapse', width: '100%' },
        '& th, & td': { border: 1, borderColor: 'divider', px: 1, py: 0.5, textAlign: 'start' },
        '& code': { fontSize: '0.92em' },
      }}
    >
      <Renderer remarkPlugins={[remarkGfm]} skipHtml allowedElements={allowed} unwrapDisallowed components={components}>
        {text}
      </Renderer>
    </Box>
  );
}
