import { Link } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { useNames } from './names.ts';

/** Things that have a page under their number. */
const pages: Readonly<Record<string, string>> = { user: '/users', proposal: '/proposals', content: '/contents', nft: '/nfts' };

/** What an entry or a proposal is about, `<kind>:<number>`, in words, and the way there. */
export function Subject({ text, linked = false }: { text: string; linked?: boolean }) {
  const name = useNames();
  const [kind = '', ...rest] = text.split(':');
  const [book = '', ...account] = rest;
  const which =
    kind === 'house' ? `${name('users.books', book)} · ${name('names.account', account.join(':'))}` : rest.join(':');
  const page = pages[kind];
  const words = (
    <>
      {name('names.subject', kind)} <bdi>{which}</bdi>
    </>
  );
  return linked && page !== undefined ? (
    <Link component={RouterLink} to={`${page}/${which}`}>
      {words}
    </Link>
  ) : (
    <span>{words}</span>
  );
}
