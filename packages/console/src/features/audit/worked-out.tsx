import { Box, Button } from '@mui/material';
import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Failure } from '../../shared/parts/states.tsx';

interface WorkedOutProps<T> {
  /** What the button says. */
  name: string;
  answer: {
    readonly data: T | undefined;
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  children: (data: T) => ReactNode;
}

/** Has the server recompute something on request, and shows what it found. */
export function WorkedOut<T>({ name, answer: { data, error, isFetching, refetch }, children }: WorkedOutProps<T>) {
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box>
        <Button
          variant="contained"
          loading={isFetching}
          loadingPosition="start"
          startIcon={<ShieldCheck size={16} aria-hidden />}
          onClick={() => void refetch()}
        >
          {name}
        </Button>
      </Box>
      <Box role="status">
        {error !== null && <Failure error={error} />}
        {data !== undefined && children(data)}
      </Box>
    </Box>
  );
}
