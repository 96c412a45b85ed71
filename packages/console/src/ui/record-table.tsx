import { Box, Link, Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material';
import type { ReactNode } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router';
import { unseen } from './unseen.ts';

export interface Column<T> {
  readonly key: string;
  readonly label: string;
  readonly render: (record: T) => ReactNode;
  /** Figures are right-aligned. */
  readonly figure?: boolean;
  /** Of a column of buttons: its name is for those who do not see the buttons. */
  readonly quiet?: boolean;
}

/**
 * Records in dense rows inside a frame of their own that scrolls sideways. Where a record has a page, its first column
 * is the link for keyboards and screen readers, and the whole row for the mouse.
 */
export function RecordTable<T>({
  label,
  records,
  columns,
  keyOf,
  hrefOf,
}: {
  label: string;
  records: readonly T[];
  columns: readonly Column<T>[];
  keyOf: (record: T) => string;
  hrefOf?: (record: T) => string;
}) {
  const navigate = useNavigate();
  return (
    // What is unseen is placed within the frame, or it would widen the page.
    <TableContainer tabIndex={0} role="group" aria-label={label} sx={{ position: 'relative' }}>
      <Table size="small" aria-label={label}>
        <TableHead>
          <TableRow>
            {columns.map(({ key, label: name, figure, quiet }) => (
              <TableCell key={key} align={figure === true ? 'right' : 'left'}>
                {quiet === true ? <Box sx={unseen}>{name}</Box> : name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {records.map((record) => {
            const href = hrefOf?.(record);
            return (
              <TableRow
                key={keyOf(record)}
                hover={href !== undefined}
                onClick={(event) => {
                  const inside = event.target instanceof Element && event.target.closest('a, button, input') !== null;
                  if (href !== undefined && !inside && window.getSelection()?.isCollapsed !== false) void navigate(href);
                }}
                sx={href === undefined ? {} : { cursor: 'pointer' }}
              >
                {columns.map(({ key, render, figure }, position) => (
                  <TableCell
                    key={key}
                    align={figure === true ? 'right' : 'left'}
                    sx={figure === true ? { whiteSpace: 'nowrap' } : {}}
                  >
                    {position === 0 && href !== undefined ? (
                      <Link component={RouterLink} to={href} sx={{ fontWeight: 560 }}>
                        {render(record)}
                      </Link>
                    ) : (
                      render(record)
                    )}
                  </TableCell>
                ))}
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
