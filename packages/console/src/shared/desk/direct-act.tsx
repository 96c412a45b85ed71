import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { Button } from '@mui/material';
import type { z } from 'zod';
import { useDeskMove, useTellProblem } from '../client/use-desk.ts';
import { notify } from '../notices.ts';

interface DirectActProps<I extends z.ZodObject, R extends z.ZodType> {
  readonly call: DeskCall<I, R>;
  readonly input: z.input<I>;
  readonly label: string;
  readonly done: string;
  readonly primary?: boolean;
}

/** An act that can be taken back, and therefore does not ask. */
export function DirectAct<I extends z.ZodObject, R extends z.ZodType>(props: DirectActProps<I, R>) {
  const { call, input, label, done, primary = false } = props;
  const tell = useTellProblem();
  const move = useDeskMove(call, { name: label });
  const act = () => {
    if (move.isPending) return;
    move.mutate(input, {
      onSuccess: () => notify(done, 'success'),
      onError: tell,
    });
  };
  return (
    <Button
      variant={primary ? 'contained' : 'outlined'}
      color={primary ? 'primary' : 'inherit'}
      loading={move.isPending}
      onClick={act}
    >
      {label}
    </Button>
  );
}
